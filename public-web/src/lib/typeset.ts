const NUMBER_UNIT =
  /(\d|__) (?=(?:€|kWh|Cent|EUR|%|Jahre|Jahren|Tage|Tagen|Uhr|Plätze|Raten)(?![a-zäöü]))/g
const PARAGRAPH = /§ (?=\d)/g

/**
 * Binds a number to its unit and § to its number, so that no line breaks between them. A placeholder of
 * the finished pages (`…__`) ends like a number, because the server puts one in its place.
 */
export function typeset(text: string): string {
  return text.replace(NUMBER_UNIT, '$1\u00a0').replace(PARAGRAPH, '§\u00a0')
}
