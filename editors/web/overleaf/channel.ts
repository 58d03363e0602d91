// How the page and the extension speak, by messages to the page's own window.

export const FROM_PAGE = "tablecheck:from-page"
export const FROM_SERVER = "tablecheck:from-server"

export interface FromServer {
  readonly channel: typeof FROM_SERVER
  readonly kind: "up" | "message" | "down"
  readonly text?: string
  readonly reason?: string
}

// What a session needs of whatever carries its messages.
export interface Wire {
  send(text: string): void
  listen(ends: { up(): void; message(text: string): void; down(reason: string): void }): void
  openSettings(): void
}

export function wireOfExtension(): Wire {
  const post = (kind: string, text = "") => window.postMessage({ channel: FROM_PAGE, kind, text }, location.origin)
  return {
    send: (text) => post("message", text),
    openSettings: () => post("options"),
    listen(ends) {
      window.addEventListener("message", (event) => {
        if (event.source !== window || event.origin !== location.origin) return
        const said = (event.data ?? {}) as Partial<FromServer>
        if (said.channel !== FROM_SERVER) return
        if (said.kind === "up") ends.up()
        else if (said.kind === "message") ends.message(String(said.text))
        else if (said.kind === "down") ends.down(String(said.reason))
      })
      post("hello")
    },
  }
}
