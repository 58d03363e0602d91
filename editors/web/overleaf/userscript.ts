// The same for a userscript manager: no background, so the page itself holds the socket, and knows the token.

import type { Wire } from "./channel.ts"
import { install } from "./install.ts"
import { addressProblem } from "./settings.ts"

const KEY = "tablecheck"
const WAIT = 5000

function stored(): { address: string; token: string; papers: string[] } {
  try {
    return { address: "ws://127.0.0.1:8765", token: "", papers: [], ...JSON.parse(localStorage.getItem(KEY) ?? "{}") }
  } catch {
    return { address: "ws://127.0.0.1:8765", token: "", papers: [] }
  }
}

function wireOfPage(): Wire {
  let socket: WebSocket | null = null
  let ends: Parameters<Wire["listen"]>[0] | null = null
  const connect = () => {
    const { address, token } = stored()
    const problem = token ? addressProblem(address) : "No token is set; press Settings."
    if (problem) return ends?.down(problem)
    const made = new WebSocket(address, ["tablecheck", `tablecheck.token.${token}`])
    made.binaryType = "arraybuffer"
    socket = made
    made.onopen = () => ends?.up()
    made.onmessage = ({ data }) =>
      ends?.message(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer))
    made.onclose = () => {
      ends?.down(`No server answers at ${address}, or it refuses this page or token.`)
      setTimeout(connect, WAIT)
    }
  }
  return {
    send(text) {
      const message = JSON.parse(text) as { method?: string; params?: object }
      const isFirst = message.method === "initialize"
      const whole = isFirst
        ? { ...message, params: { ...message.params, initializationOptions: { papers: stored().papers } } }
        : message
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(whole))
    },
    listen(listener) {
      ends = listener
      connect()
    },
    openSettings() {
      const before = stored()
      const address = prompt("Address of tablecheck serve", before.address)
      const token = address === null ? null : prompt("Its token", before.token)
      const papers =
        token === null ? null : prompt("Folder of cited papers on this computer (may be empty)", before.papers[0] ?? "")
      if (address === null || token === null || papers === null) return
      localStorage.setItem(KEY, JSON.stringify({ address, token, papers: papers ? [papers] : [] }))
      location.reload()
    },
  }
}

install(wireOfPage())
