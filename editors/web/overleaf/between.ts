// Carries messages between the page and the background, which alone has the socket and the token.

import { FROM_PAGE, FROM_SERVER } from "./channel.ts"

let port: ChromePort | null = null

function connected(): ChromePort {
  if (port) return port
  const made = chrome.runtime.connect({ name: "tablecheck" })
  made.onMessage.addListener((message: never) =>
    window.postMessage({ ...(message as object), channel: FROM_SERVER }, location.origin),
  )
  made.onDisconnect.addListener(() => {
    port = null
    window.postMessage({ channel: FROM_SERVER, kind: "down", reason: "The extension was restarted." }, location.origin)
  })
  port = made
  return made
}

window.addEventListener("message", (event) => {
  if (event.source !== window || event.origin !== location.origin) return
  const { channel, kind, text } = (event.data ?? {}) as { channel?: string; kind?: string; text?: unknown }
  if (channel === FROM_PAGE && (kind === "hello" || kind === "message" || kind === "options"))
    connected().postMessage({ kind, text: String(text ?? "") })
})
