const NUMBER_UNIT =
  /(\d) (?=(?:€|kWh|Cent|EUR|%|Jahre|Jahren|Tage|Tagen|Uhr|Plätze|Raten)(?![a-zäöü]))/g
const PARAGRAPH = /§ (?=\d)/g

/** Binds a number to its unit and § to its number, so that no line breaks between them. */
export function typeset(text: string): string {
  return text.replace(NUMBER_UNIT, '$1\u00a0').replace(PARAGRAPH, '§\u00a0')
}
