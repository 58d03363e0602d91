// What the user has set: where the server of this machine listens, its token, and where cited papers lie.

export interface Settings {
  readonly address: string
  readonly token: string
  readonly papers: readonly string[]
}

export const NOTHING_SET: Settings = { address: "ws://127.0.0.1:8765", token: "", papers: [] }
const KEY = "tablecheck"

export async function readSettings(): Promise<Settings> {
  const stored = (await chrome.storage.local.get(KEY))[KEY]
  return { ...NOTHING_SET, ...(typeof stored === "object" ? stored : {}) }
}

export async function writeSettings(settings: Settings): Promise<void> {
  await chrome.storage.local.set({ [KEY]: settings })
}

// A manuscript is sent to this machine and to no other, whatever is typed.
export function addressProblem(address: string): string | null {
  const form = "write it like ws://127.0.0.1:8765"
  if (!URL.canParse(address)) return `That is no address; ${form}.`
  const { protocol, hostname, port, pathname, search, hash, username } = new URL(address)
  if (protocol !== "ws:" || !port || pathname !== "/" || search || hash || username)
    return `That is not the address of a WebSocket; ${form}.`
  return hostname === "127.0.0.1" || hostname === "localhost"
    ? null
    : "The server must be on this machine: 127.0.0.1 or localhost."
}
