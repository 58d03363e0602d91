// What Overleaf tells extensions about the project: which document is open, and the texts of the others. None of it is
// promised; where something is missing, less is checked, and the badge says so.

import { SCHEME } from "./guard.ts"

interface Folder {
  readonly name?: string
  readonly docs?: readonly { readonly _id: string; readonly name: string }[]
  readonly folders?: readonly Folder[]
}

interface Store {
  get(path: string): unknown
}

const seen = new Map<string, string>() // texts of documents that were open in this tab

export const projectId = (): string => /\/project\/([^/?#]+)/i.exec(location.pathname)?.[1] ?? "project"
export const uriOf = (path: string): string =>
  `${SCHEME}/${projectId()}/${path.split("/").map(encodeURIComponent).join("/")}`
export const remember = (path: string, text: string): unknown => seen.set(path, text)

export function openPath(): string {
  const id = String(ask("editor.open_doc_id") ?? "")
  const name = ask("editor.open_doc_name")
  return documents().get(id) ?? (typeof name === "string" && name ? name : "main.tex")
}

// The main file that the project is compiled from, where Overleaf says so.
export function mainPath(): string | null {
  const project = ask("project") as { readonly rootDoc_id?: string } | undefined
  return documents().get(String(project?.rootDoc_id ?? ask("project.rootDoc_id") ?? "")) ?? null
}

export async function readPath(uri: string): Promise<string | null> {
  const prefix = uriOf("")
  if (!uri.startsWith(prefix)) return null
  const path = uri.slice(prefix.length).split("/").map(decodeURIComponent).join("/")
  const id = [...documents()].find(([, one]) => one === path)?.[0]
  return (id ? await download(id) : null) ?? seen.get(path) ?? null
}

// The identifiers and paths of all documents, from the tree that the page keeps.
function documents(): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (folder: Folder, path: string, depth: number): void => {
    for (const { _id, name } of folder.docs ?? []) found.set(_id, path + name)
    if (depth < 20) for (const child of folder.folders ?? []) walk(child, `${path}${child.name ?? ""}/`, depth + 1)
  }
  const project = ask("project") as { readonly rootFolder?: readonly Folder[] } | undefined
  for (const root of project?.rootFolder ?? []) walk(root, "", 0)
  return found
}

async function download(id: string): Promise<string | null> {
  try {
    const answer = await fetch(`/Project/${projectId()}/doc/${encodeURIComponent(id)}/download`, {
      credentials: "same-origin",
    })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

function ask(path: string): object | string | undefined {
  try {
    const store = (window as { overleaf?: { unstable?: { store?: Store } } }).overleaf?.unstable?.store
    return store?.get(path) as object | string | undefined
  } catch {
    return undefined // the store throws for what it does not know
  }
}
