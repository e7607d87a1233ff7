import { SENTENCES } from './sentences'

/** What stands for the places of a sentence. */
const SUBJECTS: Record<string, string> = {
  '{subject}': '…',
  '{spots}': 'Plätze',
  '{rows}': 'Zeilen',
}

/** The actions to filter by, as short words: „Reservierung: cancel“ would help nobody. */
export const ACTION_CHOICES: [string, string][] = Object.entries(SENTENCES)
  .map(([action, sentence]): [string, string] => [action, shortened(sentence)])
  .filter(([, words], index, all) => all.findIndex(([, other]) => other === words) === index)
  .sort(([, a], [, b]) => a.localeCompare(b, 'de'))

/** „hat den Vertrag der {subject} eingetragen.“ → „den Vertrag der … eingetragen“. */
function shortened(sentence: string): string {
  return sentence
    .replace(/^hat (sich )?/, '$1')
    .replace(/(, Rolle \{role\}|: \{from\} → \{to\}| \(\{subject\}\))/, '')
    .replace(/\{\w+\}/g, (name) => SUBJECTS[name] ?? name)
    .replace(/\.$/, '')
}
