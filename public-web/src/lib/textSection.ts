/** A paragraph, a list of entries, or the lines of an address. */
export type TextBlock = string | readonly string[] | { address: readonly string[] }

/** A headed part of a text page. */
export interface TextSection {
  title: string
  blocks: readonly TextBlock[]
}

/** The id of a section's heading, for links to it: „2. Ihr Recht“ → „ihr-recht“. */
export function sectionId({ title }: TextSection): string {
  const letters = title.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
  return letters
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
}
