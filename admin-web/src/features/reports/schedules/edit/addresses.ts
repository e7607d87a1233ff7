const ADDRESS = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@<>()[\],;:".]{2,}$/

/** Whether a text has the form of an address. Whether it exists only the mail can tell. */
export const isAddress = (text: string): boolean => ADDRESS.test(text)

/**
 * The addresses in a text that was typed or pasted, and what is left that is none:
 * „Anna <anna@x.de>; b@“ → `anna@x.de` and „b@“.
 */
export function addressesIn(text: string): { found: string[]; rest: string } {
  const found: string[] = []
  const rest: string[] = []
  for (const part of text.split(/[,;\n]+/)) {
    const inner = /<([^<>]+)>/.exec(part)?.[1]?.trim()
    const words = inner ? [inner] : part.trim().split(/\s+/).filter(Boolean)
    for (const word of words) (isAddress(word) ? found : rest).push(word)
  }
  return { found, rest: rest.join(', ') }
}
