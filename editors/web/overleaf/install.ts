// Puts the extension into Overleaf's editor, each time Overleaf builds one.

import { findingsExtension, type Findings } from "../cm6/extension.ts"
import { MIRROR_NAMES, type Mirror } from "../cm6/mirror.ts"
import { badge } from "./badge.ts"
import type { Wire } from "./channel.ts"
import { NOTHING_YET, startSession, type Status } from "./session.ts"

interface Offer {
  readonly CodeMirror?: Partial<Mirror>
  readonly extensions?: unknown[]
}

export function install(wire: Wire): void {
  const draw = badge(() => wire.openSettings())
  let latest: Status = NOTHING_YET
  let broken: string | null = null // what no server can mend
  let isDark = false
  const show = () => whenThereIsABody(() => draw(broken ? { ...NOTHING_YET, reason: broken } : latest, isDark))
  const session = startSession(wire, (status) => {
    latest = status
    show()
  })
  let made: { readonly mirror: Mirror; readonly findings: Findings } | null = null

  window.addEventListener("UNSTABLE_editor:extensions", (event) => {
    const { CodeMirror, extensions } = ((event as CustomEvent<Offer>).detail ?? {}) as Offer
    const missing = MIRROR_NAMES.filter((name) => !CodeMirror?.[name])
    if (missing.length || !Array.isArray(extensions)) {
      broken = `Overleaf has changed what it offers to extensions (missing: ${missing.join(", ") || "extensions"}); tablecheck needs an update.`
      return show()
    }
    const mirror = CodeMirror as Mirror
    if (made?.mirror !== mirror) made = { mirror, findings: findingsExtension(mirror, session) }
    const { findings } = made
    extensions.push(
      findings.extension,
      mirror.ViewPlugin.define((view) => {
        session.attach(view, findings)
        isDark = view.state.facet(mirror.EditorView.darkTheme)
        show()
        return {
          update(update) {
            if (update.docChanged) session.changed(view)
          },
          destroy: () => session.detach(view),
        }
      }),
    )
  })
  // Where the editor was there before us, Overleaf asks for extensions again.
  window.dispatchEvent(new Event("editor:extension-loaded"))
}

function whenThereIsABody(act: () => void): void {
  if (document.body) act()
  else document.addEventListener("DOMContentLoaded", act, { once: true })
}
