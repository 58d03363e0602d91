// The open files: which is shown, which hold text that is not on disk yet, and what happens when the disk has moved on.

import type { Extension, Text } from "@codemirror/state"
import { EditorView } from "@codemirror/view"

import { element } from "../cm6/dom.ts"
import { becomes, makeEditor } from "./editor.ts"
import { Refusal, type FileEntry, type Files, type Seen } from "./files.ts"

export interface Sheet {
  readonly entry: FileEntry
  readonly view: EditorView
  digest: string
  saved: Text
}

export interface SheetEvents {
  extensions(entry: FileEntry): Extension
  shown(sheet: Sheet): void
  touched(sheet: Sheet): void
  saved(sheet: Sheet): void
}

export interface Sheets {
  list(entries: readonly FileEntry[]): void
  show(name: string): Promise<Sheet>
  current(): Sheet | null
  all(): readonly Sheet[]
  ofUri(uri: string): Sheet | undefined
  entryOf(uri: string): FileEntry | undefined
  save(): Promise<void>
  diskChanged(name: string): Promise<void>
  reconnected(): Promise<void>
}

// Two ways of writing one address name one file.
const sameUri = (one: string, other: string): boolean =>
  one === other || decodeURIComponent(one) === decodeURIComponent(other)

export const isUnsaved = (sheet: Sheet): boolean => !sheet.view.state.doc.eq(sheet.saved)

export function sheetsOf(files: Files, on: SheetEvents): Sheets {
  const [tabs, desk, bars] = ["files", "editors", "bars"].map((id) => document.getElementById(id)!) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const sheets = new Map<string, Promise<Sheet>>()
  const open = new Map<string, Sheet>()
  let entries: readonly FileEntry[] = []
  let now: Sheet | null = null

  const make = async (entry: FileEntry): Promise<Sheet> => {
    const seen = await files.open(entry.name)
    const parent = element("div", {
      class: "editor",
      id: `sheet-${entries.indexOf(entry)}`,
      role: "tabpanel",
      "aria-label": entry.name,
      hidden: true,
    })
    desk.append(parent)
    const view = makeEditor(seen.text, parent, entry.name, entry.mayBeSaved, [
      on.extensions(entry),
      EditorView.updateListener.of((update) => {
        const sheet = open.get(entry.name)
        if (sheet && (update.docChanged || update.selectionSet)) on.touched(sheet)
        if (sheet && update.docChanged) dot(sheet)
      }),
    ])
    const sheet = { entry, view, digest: seen.digest, saved: view.state.doc }
    open.set(entry.name, sheet)
    return sheet
  }
  const tabOf = (name: string) =>
    [...tabs.querySelectorAll<HTMLButtonElement>("button")].find((tab) => tab.dataset["name"] === name)!
  const dot = (sheet: Sheet) => tabOf(sheet.entry.name)?.classList.toggle("unsaved", isUnsaved(sheet))

  const show = async (name: string): Promise<Sheet> => {
    const entry = entries.find((one) => one.name === name)
    if (!entry) throw new Refusal("refused", `${name} is no file of this manuscript`)
    if (!sheets.has(name)) {
      const made = make(entry)
      sheets.set(name, made)
      made.catch(() => sheets.delete(name))
    }
    const sheet = await sheets.get(name)!
    now = sheet
    for (const one of open.values()) one.view.dom.parentElement!.hidden = one !== sheet
    for (const tab of tabs.children) {
      const isShown = (tab as HTMLElement).dataset["name"] === name
      tab.setAttribute("aria-selected", String(isShown))
      tab.setAttribute("tabindex", isShown ? "0" : "-1")
    }
    sheet.view.requestMeasure()
    on.shown(sheet)
    return sheet
  }

  // What the disk holds is the saved text from now on; text that was changed here stays as it is.
  const settled = (sheet: Sheet, seen: Seen) => {
    sheet.digest = seen.digest
    sheet.saved = sheet.view.state.toText(seen.text)
    bar(sheet, null)
    dot(sheet)
  }
  const save = async (sheet: Sheet, digest = sheet.digest): Promise<void> => {
    const written = sheet.view.state.doc
    try {
      settled(sheet, await files.save(sheet.entry.name, written.toString(), digest))
      on.saved(sheet)
    } catch (error) {
      if (error instanceof Refusal && error.code === "changed") await asks(sheet)
      else bar(sheet, `Not saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const asks = async (sheet: Sheet): Promise<void> => {
    const theirs = await files.open(sheet.entry.name).catch(() => null)
    if (!theirs) return bar(sheet, `${sheet.entry.name} cannot be read any more. Your text is still here.`)
    if (theirs.text === sheet.view.state.doc.toString()) return settled(sheet, theirs)
    bar(sheet, `${sheet.entry.name} has changed on disk since you opened it here. Nothing was overwritten.`, [
      [
        "Take the text on disk",
        () => {
          becomes(sheet.view, theirs.text)
          settled(sheet, theirs)
          on.touched(sheet)
        },
      ],
      ["Save mine over it", () => save(sheet, theirs.digest)],
    ])
  }
  const bar = (sheet: Sheet, text: string | null, choices: readonly (readonly [string, () => unknown])[] = []) => {
    const id = `bar-${sheet.entry.name}`
    document.getElementById(id)?.remove()
    if (text === null) return
    const close = ["Close", () => undefined] as const
    bars.append(
      element(
        "div",
        { class: "bar", id },
        element("span", {}, text),
        ...[...choices, ...(choices.length ? [] : [close])].map(([words, act]) =>
          element(
            "button",
            {
              type: "button",
              click: () => {
                document.getElementById(id)?.remove()
                void act()
              },
            },
            words,
          ),
        ),
      ),
    )
  }

  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const all = [...tabs.querySelectorAll<HTMLButtonElement>("button")]
    const next = all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length]
    next?.focus()
    next?.click()
  })

  const diskChanged = async (name: string): Promise<void> => {
    const sheet = open.get(name)
    if (!sheet) return
    const seen = await files.open(name).catch(() => null)
    if (!seen) return bar(sheet, `${name} is not on disk any more. Your text is still here.`)
    if (seen.digest === sheet.digest) return
    if (isUnsaved(sheet) && seen.text !== sheet.view.state.doc.toString()) return asks(sheet)
    becomes(sheet.view, seen.text)
    settled(sheet, seen)
    on.touched(sheet)
  }

  return {
    list(fresh) {
      entries = [
        ...fresh,
        ...entries.filter((one) => open.has(one.name) && !fresh.some(({ name }) => name === one.name)),
      ]
      const shown = now?.entry.name
      tabs.replaceChildren(
        ...entries.map(({ name, mayBeSaved }) =>
          element(
            "button",
            {
              type: "button",
              role: "tab",
              "data-name": name,
              "aria-selected": String(name === shown),
              tabindex: name === shown ? "0" : "-1",
              title: mayBeSaved ? name : `${name} (outside the manuscript's folder: shown, not changed)`,
              click: () => void show(name),
            },
            name,
          ),
        ),
      )
      for (const sheet of open.values()) dot(sheet)
    },
    show,
    current: () => now,
    all: () => [...open.values()],
    ofUri: (uri) => [...open.values()].find((sheet) => sameUri(sheet.entry.uri, uri)),
    entryOf: (uri) => entries.find((entry) => sameUri(entry.uri, uri)),
    async save() {
      if (now && isUnsaved(now)) await save(now)
    },
    diskChanged,
    async reconnected() {
      for (const name of open.keys()) await diskChanged(name)
    },
  }
}
