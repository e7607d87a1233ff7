/** A headed part of a text page: paragraphs, and lists as arrays of entries. */
export interface TextSection {
  title: string
  blocks: readonly (string | readonly string[])[]
}
