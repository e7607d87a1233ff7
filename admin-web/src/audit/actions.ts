import { SENTENCES } from './sentences'

/** What stands for the places of a sentence: its kind instead of the one thing. */
const KINDS: Record<string, string> = {
  reservation: 'Reservierung',
  park: 'Park',
  mail: 'Mail',
  staff: 'Konto',
  campaign: 'Kampagne',
  cost: 'Kampagne',
  job: 'Automatischer Ablauf',
}
const PLACES: Record<string, string> = { '{spots}': 'Plätze', '{rows}': 'Zeilen', '{spot}': '' }

/** The actions to filter by, as short words: „Reservierung: cancel“ would help nobody. */
export const ACTION_CHOICES: [string, string][] = Object.entries(SENTENCES)
  .map(([action, sentence]): [string, string] => [action, shortened(action, sentence)])
  .filter(([, words], index, all) => all.findIndex(([, other]) => other === words) === index)
  .sort(([, a], [, b]) => a.localeCompare(b, 'de'))

/** „hat den Vertrag der {subject} eingetragen.“ → „den Vertrag der Reservierung eingetragen“. */
function shortened(action: string, sentence: string): string {
  const kind = KINDS[action.split('.')[0] ?? ''] ?? ''
  return sentence
    .replace(/^hat (sich )?/, '$1')
    .replace(/(, Rolle \{role\}|, für den \{day\}|: .*| \(\{(?:subject|count)\}\))/, '')
    .replace(/ ?\{\w+\}/g, (place) => replacement(place, kind))
    .trim()
    .replace(/\.$/, '')
}

function replacement(place: string, kind: string): string {
  const word = PLACES[place.trim()] ?? kind
  return word === '' ? '' : place.replace(/\{\w+\}/, word)
}
