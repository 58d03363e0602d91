// The whole extension: squiggles, cards by pointer and by key, and the keys that go from finding to finding.

import type { Extension } from "@codemirror/state"
import type { EditorView, ViewUpdate } from "@codemirror/view"
import type * as lsp from "vscode-languageserver-protocol"

import { card, fill, PATIENCE } from "./card.ts"
import { element } from "./dom.ts"
import { findingMarks, findingsAt, go, select, type Marks } from "./marks.ts"
import type { Mirror } from "./mirror.ts"
import { looks } from "./looks.ts"
import { asksWhy, reasonForm } from "./reason.ts"
import type { Finding, Link } from "./types.ts"

export interface Findings extends Marks {
  readonly extension: Extension
  readonly keys: {
    next(view: EditorView): boolean
    previous(view: EditorView): boolean
    ask(view: EditorView): boolean
  }
}

export function findingsExtension(mirror: Mirror, link: Link): Findings {
  const marks = findingMarks(mirror)
  const popups = mirror.ViewPlugin.define((view) => popup(view))

  const hideHover = mirror.StateEffect.define<null>()

  // Do what a button of a card says; one that writes a reason asks for it first.
  const act =
    (view: EditorView, finding: Finding) =>
    (action: lsp.CodeAction): void => {
      const plugin = view.plugin(popups)
      view.dispatch({ effects: hideHover.of(null) })
      plugin?.close()
      if (!asksWhy(action)) return void link.apply(action)
      plugin?.open(
        reasonForm(
          action,
          (whole) => {
            plugin.close()
            void link.apply(whole)
          },
          () => plugin.close(),
        ),
        finding,
        true,
      )
    }

  const hover = mirror.hoverTooltip(
    async (view, position) => {
      const findings = findingsAt(marks, view.state, position)
      const first = findings[0]
      if (!first || view.plugin(popups)?.isOpen()) return null
      const filled = await Promise.all(findings.map((finding) => fill(finding, link, PATIENCE.pointed)))
      if (!findingsAt(marks, view.state, position).length) return null
      const cards = filled.map((one) => card(one, act(view, one.finding)))
      return {
        pos: first.from,
        end: first.to,
        above: true,
        create: () => ({ dom: element("div", { class: "tc-tooltip" }, ...cards) }),
      }
    },
    {
      hideOn: (transaction) => transaction.docChanged || transaction.effects.some((effect) => effect.is(hideHover)),
      hoverTime: 250,
    },
  )

  // Show the card of the finding at the cursor; the focus goes to it where somebody asked for what can be done.
  const show = (view: EditorView, finding: Finding | undefined, takesFocus: boolean): boolean => {
    if (!finding) return false
    void fill(finding, link, PATIENCE.asked).then((filled) => {
      const { code } = finding.diagnostic // the server may have said the same anew in the meantime
      const isStillThere = findingsAt(marks, view.state, finding.from).some(
        (one) => one.from === finding.from && one.diagnostic.code === code,
      )
      if (isStillThere && view.state.selection.main.from === finding.from)
        view.plugin(popups)?.open(card(filled, act(view, finding)), finding, takesFocus)
    })
    return true
  }
  const step = (direction: 1 | -1) => (view: EditorView) => show(view, go(marks, view, direction) ?? undefined, false)
  const ask = (view: EditorView) => {
    const finding = findingsAt(marks, view.state, view.state.selection.main.from)[0]
    if (finding) select(view, finding)
    return show(view, finding, true)
  }
  const keys = mirror.Prec.high(
    mirror.keymap.of([
      { key: "F8", run: step(1), shift: step(-1), preventDefault: true },
      { key: "Mod-.", run: ask },
      { key: "Alt-Enter", run: ask },
      { key: "Escape", run: (view) => view.plugin(popups)?.close() ?? false },
    ]),
  )
  return {
    ...marks,
    keys: { next: step(1), previous: step(-1), ask },
    extension: [marks.extension, popups, hover, keys, looks(mirror)],
  }
}

// A card that was asked for by key: below its number, or above it where there is no room; Escape gives the focus back.
function popup(view: EditorView) {
  let shown: HTMLElement | null = null
  const close = (): boolean => {
    if (!shown) return false
    const hadFocus = shown.contains(document.activeElement)
    shown.remove()
    shown = null
    if (hadFocus) view.focus()
    return true
  }
  // At once, so that nobody's click misses it, and again when the text has come to rest.
  const place = (box: HTMLElement, finding: Finding): void => {
    const read = () => ({
      number: view.coordsAtPos(finding.from),
      editor: view.dom.getBoundingClientRect(),
      height: box.offsetHeight,
      width: box.offsetWidth,
    })
    const write = ({ number, editor, height, width }: ReturnType<typeof read>) => {
      if (!number) return
      const below = number.bottom - editor.top + 6
      const fits = below + height < editor.height
      box.style.top = `${fits ? below : Math.max(4, number.top - editor.top - height - 6)}px`
      box.style.left = `${Math.max(4, Math.min(number.left - editor.left, editor.width - width - 12))}px`
    }
    write(read())
    view.requestMeasure({ read, write })
  }
  return {
    isOpen: () => shown !== null,
    close,
    open(content: HTMLElement, finding: Finding, takesFocus: boolean) {
      close()
      const box = element(
        "div",
        {
          class: "tc-popup",
          tabindex: "-1",
          role: "dialog",
          "aria-label": "Finding",
          keydown: (event) => {
            if ((event as KeyboardEvent).key !== "Escape") return
            event.stopPropagation()
            close()
          },
        },
        content,
      )
      shown = box
      view.dom.append(box)
      place(box, finding)
      if (takesFocus) (box.querySelector<HTMLElement>("input, button") ?? box).focus()
    },
    update(update: ViewUpdate) {
      if (update.docChanged || update.selectionSet) close()
    },
    destroy: close,
  }
}
