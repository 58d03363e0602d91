// The files of the manuscript, asked for over a socket of their own.

import { lastingSocket } from "./socket.ts"

export interface FileEntry {
  readonly name: string
  readonly uri: string
  readonly mayBeSaved: boolean
}

export interface Listing {
  readonly folder: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly files: readonly FileEntry[]
}

export interface Seen {
  readonly text: string
  readonly digest: string
}

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export interface Files {
  list(): Promise<Listing>
  open(name: string): Promise<Seen>
  save(name: string, text: string, digest: string): Promise<Seen>
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: string; readonly message: string }
  readonly changed?: string
}

interface Waiting {
  done(value: unknown): void
  fail(error: Error): void
}

export function fileTalk(token: string, on: { up(): void; down(): void; changed(name: string): void }): Files {
  const waiting = new Map<number, Waiting>()
  let count = 0
  const socket = lastingSocket("/files", token, {
    up: on.up,
    down() {
      for (const { fail } of waiting.values()) fail(new Refusal("gone", "the server is not there"))
      waiting.clear()
      on.down()
    },
    message(text) {
      const answer = JSON.parse(text) as Answer
      if (answer.changed !== undefined) return on.changed(answer.changed)
      const asked = waiting.get(answer.id ?? -1)
      waiting.delete(answer.id ?? -1)
      if (answer.error) asked?.fail(new Refusal(answer.error.code, answer.error.message))
      else asked?.done(answer.result)
    },
  })
  const ask = <T>(method: string, params: Readonly<Record<string, string>>): Promise<T> =>
    new Promise<T>((done, fail) => {
      const id = ++count
      waiting.set(id, { done: (value) => done(value as T), fail })
      if (!socket.send(JSON.stringify({ id, method, params }))) {
        waiting.delete(id)
        fail(new Refusal("gone", "the server is not there; start tablecheck web again"))
      }
    })
  return {
    list: () => ask("list", {}),
    open: (name) => ask("open", { name }),
    save: (name, text, digest) => ask("save", { name, text, digest }),
  }
}
