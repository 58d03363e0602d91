// Holds the socket to the server of this machine, one for each open project. The token never reaches a page.

import { passed, told } from "./guard.ts"
import { addressProblem, readSettings } from "./settings.ts"

const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000
const STAY_AWAKE = 20_000 // milliseconds; the browser ends a background that was idle for thirty seconds

chrome.action.onClicked.addListener(() => chrome.runtime.openOptionsPage())
chrome.runtime.onConnect.addListener((port) => {
  if (port.name === "tablecheck") serve(port)
})

function serve(port: ChromePort): void {
  let socket: WebSocket | null = null
  let options: object = {}
  let wait = FIRST_WAIT
  let isOver = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const connect = async () => {
    const { address, token, papers } = await readSettings()
    if (isOver || socket) return
    const problem = token ? addressProblem(address) : "No token is set."
    if (problem) return port.postMessage({ kind: "down", reason: `${problem} Open the settings of tablecheck.` })
    options = { papers, fetch: "onCommand", codeLens: false, inlayHints: false }
    const made = new WebSocket(address, ["tablecheck", `tablecheck.token.${token}`])
    made.binaryType = "arraybuffer"
    socket = made
    made.onopen = () => {
      wait = FIRST_WAIT
      port.postMessage({ kind: "up" })
    }
    made.onmessage = ({ data }) =>
      port.postMessage({
        kind: "message",
        text: told(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer)),
      })
    made.onclose = () => {
      socket = null
      if (isOver) return
      port.postMessage({ kind: "down", reason: `No server answers at ${address}, or it refuses this token.` })
      retry = setTimeout(() => void connect(), wait)
      wait = Math.min(LONGEST_WAIT, wait * 1.6)
    }
  }
  const again = () => {
    clearTimeout(retry)
    wait = FIRST_WAIT
    if (socket) socket.close()
    else void connect()
  }
  const awake = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "$/setTrace", params: { value: "off" } }))
  }, STAY_AWAKE)

  port.onMessage.addListener((message: never) => {
    const { kind, text } = message as { kind: string; text: string }
    if (kind === "options") chrome.runtime.openOptionsPage()
    else if (kind === "hello") {
      if (socket?.readyState === WebSocket.OPEN)
        socket.close() // a page that begins anew gets a server that does
      else void connect()
    } else if (kind === "message" && socket?.readyState === WebSocket.OPEN) {
      const allowed = passed(text, options)
      if (allowed !== null) socket.send(allowed)
    }
  })
  chrome.storage.onChanged.addListener(again)
  port.onDisconnect.addListener(() => {
    isOver = true
    clearTimeout(retry)
    clearInterval(awake)
    socket?.close()
  })
}
