// The page of settings: saves them, and says at once whether a server answers.

import { addressProblem, readSettings, writeSettings, type Settings } from "./settings.ts"

const field = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T
const address = field<HTMLInputElement>("address")
const token = field<HTMLInputElement>("token")
const papers = field<HTMLTextAreaElement>("papers")
const answer = field<HTMLOutputElement>("answer")
const PATIENCE = 4000

field("command").textContent =
  `tablecheck serve --websocket 127.0.0.1:8765 --token YOUR-TOKEN --origin chrome-extension://${chrome.runtime.id}`

void readSettings().then((settings) => {
  address.value = settings.address
  token.value = settings.token
  papers.value = settings.papers.join("\n")
})

document.querySelector("form")!.addEventListener("submit", (event) => {
  event.preventDefault()
  void save()
})

async function save(): Promise<void> {
  const settings: Settings = {
    address: address.value.trim(),
    token: token.value.trim(),
    papers: papers.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  }
  const problem = addressProblem(settings.address)
  if (problem) return say(problem, false)
  await writeSettings(settings)
  say("Saved. Asking the server …", true)
  const isThere = await answers(settings)
  say(
    isThere
      ? "Saved. The server answers."
      : "Saved, but no server answers there with this token. Is it running, with the --origin above?",
    isThere,
  )
}

function answers({ address, token }: Settings): Promise<boolean> {
  return new Promise((done) => {
    const socket = new WebSocket(address, ["tablecheck", `tablecheck.token.${token}`])
    const end = (isThere: boolean) => {
      socket.onclose = null
      socket.close()
      done(isThere)
    }
    socket.onopen = () => end(true)
    socket.onclose = () => end(false)
    setTimeout(() => end(false), PATIENCE)
  })
}

function say(text: string, isGood: boolean): void {
  answer.textContent = text
  answer.className = isGood ? "good" : "bad"
}
