// The few parts of the browser's interface for extensions that are used here.

interface ChromePort {
  readonly name: string
  readonly sender?: { readonly url?: string }
  postMessage(message: unknown): void
  disconnect(): void
  readonly onMessage: { addListener(listener: (message: never) => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
}

declare const chrome: {
  readonly runtime: {
    readonly id: string
    connect(options: { name: string }): ChromePort
    openOptionsPage(): void
    readonly onConnect: { addListener(listener: (port: ChromePort) => void): void }
  }
  readonly storage: {
    readonly local: {
      get(key: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
    }
    readonly onChanged: { addListener(listener: () => void): void }
  }
  readonly action: {
    setBadgeText(text: { text: string }): Promise<void>
    readonly onClicked: { addListener(listener: () => void): void }
  }
}
