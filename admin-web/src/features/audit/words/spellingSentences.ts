/** What spellings and the words of households are said to count as, told after the actor as in `sentences.ts`. */
export const SPELLING_SENTENCES: Readonly<Record<string, string>> = {
  'alias.added': 'hat eine Schreibweise zugeordnet: Sie zählt als {utm} „{canonical}“.',
  'alias.undone':
    'hat eine Zuordnung rückgängig gemacht: Die Schreibweise zählte als {utm} „{canonical}“.',
  'told_text.mapped':
    'hat eine Antwort in eigenen Worten zugeordnet: Sie zählt als „{counted_as}“.',
  'told_text.undone':
    'hat die Zuordnung einer Antwort rückgängig gemacht: Sie zählte als „{counted_as}“.',
}
