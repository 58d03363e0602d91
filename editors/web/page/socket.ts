// A socket to our own server that comes back by itself. The token goes with the offer of subprotocols: it stands in no
// address, and no page that does not know it gets in.

const FIRST_WAIT = 400
const LONGEST_WAIT = 5000

const waiting = new Set<() => void>()

export interface Lasting {
  send(message: string): boolean
}

export interface Ends {
  up(): void
  message(text: string): void
  down(): void
}

export function lastingSocket(path: string, token: string, ends: Ends): Lasting {
  let socket: WebSocket | null = null
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    clearTimeout(timer)
    waiting.delete(connect)
    const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`, [
      "tablecheck",
      `tablecheck.token.${token}`,
    ])
    socket = made
    made.onopen = () => {
      wait = FIRST_WAIT
      ends.up()
      for (const others of [...waiting]) others() // where one comes back, the other can
    }
    made.onmessage = (event) => ends.message(String(event.data))
    made.onclose = () => {
      socket = null
      ends.down()
      waiting.add(connect)
      timer = setTimeout(connect, wait)
      wait = Math.min(LONGEST_WAIT, wait * 1.7)
    }
  }
  connect()
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(message)
      return true
    },
  }
}

// The token comes in the fragment of the address, which browsers send to nobody, and leaves the address at once.
export function tokenOf(): string | null {
  const given = location.hash.slice(1)
  if (given) {
    sessionStorage.setItem("tablecheck-token", given)
    history.replaceState(null, "", location.pathname)
  }
  return sessionStorage.getItem("tablecheck-token")
}
