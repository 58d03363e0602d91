// Makes elements; text is only ever put in as text.

type Child = Node | string | null
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value)
    else if (value === true) made.setAttribute(key, "")
    else if (value !== false) made.setAttribute(key, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}
