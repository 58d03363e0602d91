// What a web page may say to the server of this machine through the extension. The page is Overleaf, and whatever runs
// in it: it may have its own text checked, and never names files or folders of this machine.

export const SCHEME = "overleaf-page:"

const ALLOWED = new Set([
  "initialize",
  "initialized",
  "shutdown",
  "exit",
  "$/cancelRequest",
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didSave",
  "textDocument/didClose",
  "textDocument/codeAction",
  "codeAction/resolve",
  "textDocument/hover",
  "tablecheck/evidence",
  "tablecheck/findings",
])

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
}

// The message as it may go to the server, ``null`` where it may not. ``initialize`` gets the user's own settings.
export function passed(text: string, options: object): string | null {
  let message: Message
  try {
    message = JSON.parse(text) as Message
  } catch {
    return null
  }
  if (message.method === undefined) return message.id === undefined ? null : text // an answer to the server
  if (!ALLOWED.has(message.method)) return null
  if (message.method === "initialize") {
    return JSON.stringify({
      ...message,
      params: {
        ...(message.params as object),
        rootUri: null,
        rootPath: null,
        workspaceFolders: null,
        initializationOptions: options,
      },
    })
  }
  return addresses(message.params).every((uri) => uri.startsWith(SCHEME)) ? text : null
}

// All strings under a key that names documents, wherever they stand.
function addresses(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > 8) return []
  return Object.entries(value).flatMap(([key, child]) =>
    /uri$/i.test(key) && typeof child === "string" && depth < 3 ? [child] : addresses(child, depth + 1),
  )
}

// A message of the server as the page may have it: where a paper lies on this machine is nothing to the page.
export function told(text: string): string {
  const message = JSON.parse(text) as {
    method?: string
    params?: { sources?: { status: string; reason: string }[] }
    result?: { foundAt?: string } | null
  }
  if (message.method === "tablecheck/coverage") {
    for (const source of message.params?.sources ?? []) if (source.status === "read") source.reason = ""
  } else if (message.result?.foundAt !== undefined) delete message.result.foundAt
  else return text
  return JSON.stringify(message)
}
