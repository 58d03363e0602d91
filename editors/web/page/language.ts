// The language server, through CodeMirror's own client. That client announces diagnostics and drops half of what they
// say, so we take them ourselves; and it lets everything fall when the server goes, so we begin again.

import { LSPClient, LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client"
import { ViewPlugin, type EditorView, type ViewUpdate } from "@codemirror/view"
import type * as lsp from "vscode-languageserver-protocol"

import { capabilities } from "../cm6/capabilities.ts"
import type { Coverage } from "../cm6/types.ts"
import { lastingSocket } from "./socket.ts"

const SYNC_AFTER = 120 // milliseconds without a key; the server then waits as long again before it checks
const PATIENCE = 300_000 // fetching papers is a request, too

export interface LanguageEvents {
  up(): void
  down(): void
  diagnostics(params: lsp.PublishDiagnosticsParams): void
  coverage(params: Coverage): void
  edit(edit: lsp.WorkspaceEdit): Promise<boolean>
  message(text: string): void
}

export interface Language {
  readonly client: LSPClient
  isUp(): boolean
  ask<T>(method: string, params: unknown): Promise<T>
}

export function language(folder: string, settings: object, token: string, on: LanguageEvents): Language {
  let up = false
  const autoSync = ViewPlugin.define((view: EditorView) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return {
      update(update: ViewUpdate) {
        if (!update.docChanged) return
        clearTimeout(timer)
        timer = setTimeout(() => up && LSPPlugin.get(view)?.client.sync(), SYNC_AFTER)
      },
      destroy: () => clearTimeout(timer),
    }
  })
  const ours: LSPClientExtension = {
    clientCapabilities: {
      ...capabilities(["quickfix", "source.fixAll"]),
      workspace: { applyEdit: true },
      experimental: { tablecheck: { coverage: true } },
    },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (_, params: lsp.PublishDiagnosticsParams) => (on.diagnostics(params), true),
      "tablecheck/coverage": (_, params: Coverage) => (on.coverage(params), true),
      "window/showMessage": (_, params: lsp.ShowMessageParams) => (
        params.type <= 2 && on.message(params.message),
        true
      ),
    },
    editorExtension: autoSync,
  }
  const client = new LSPClient({
    rootUri: folder,
    initializationOptions: settings,
    timeout: PATIENCE,
    extensions: [ours],
  })
  const listeners = new Set<(text: string) => void>()
  const socket = lastingSocket("/lsp", token, {
    up() {
      client.connect({
        send: (text) => void socket.send(text),
        subscribe: (one) => listeners.add(one),
        unsubscribe: (one) => listeners.delete(one),
      })
      client.initializing.then(
        () => {
          up = true
          client.sync()
          on.up()
        },
        () => undefined,
      )
    },
    down() {
      up = false
      client.disconnect()
      listeners.clear()
      on.down()
    },
    message(text) {
      const message = JSON.parse(text) as { id?: number; method?: string; params?: lsp.ApplyWorkspaceEditParams }
      if (message.method === "workspace/applyEdit" && message.params) {
        void on
          .edit(message.params.edit)
          .then((applied) => socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { applied } })))
      } else for (const listener of listeners) listener(text)
    },
  })
  return {
    client,
    isUp: () => up,
    ask<T>(method: string, params: unknown) {
      if (!up) return Promise.reject(new Error("the language server is not there"))
      client.sync()
      return client.request<unknown, T>(method, params)
    },
  }
}
