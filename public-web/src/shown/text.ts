import { typeset } from '@/lib/typeset'

/** Puts a text with `**bold**` in the place of what an element holds. */
export function say(element: Element | null, text: string): void {
  const parts = text.split('**').map((part, index) => {
    if (index % 2 === 0) return typeset(part)
    const strong = document.createElement('strong')
    strong.textContent = typeset(part)
    return strong
  })
  element?.replaceChildren(...parts)
}
