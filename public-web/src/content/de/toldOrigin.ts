import { paths } from '@/lib/paths'

/**
 * The question after the reservation. What it says of the data is shown where they are asked for (Art. 13 DSGVO); the
 * privacy notice that belongs to the reservation was read before it, and knows nothing of an answer given later.
 */
export const toldOriginText = {
  question: 'Wie sind Sie auf uns aufmerksam geworden?',
  intro: 'Freiwillig, ein Tipp genügt.',
  answers: {
    search: 'Suche im Internet',
    social: 'Soziale Medien',
    newsletter: 'Newsletter',
    friends: 'Freunde oder Nachbarn',
    press: 'Zeitung oder Nachrichten',
    podcast: 'Podcast',
    print: 'Plakat oder Flyer',
    partner: 'Stadtwerke oder Verein',
    assistant: 'KI-Assistent',
    broadcast: 'Radio',
    unsure: 'Weiß ich nicht mehr',
    other: 'Etwas anderes',
  },
  own: {
    label: 'Was war es? Das dürfen Sie offen lassen.',
    hint: 'Ein, zwei Stichworte, bitte keine Namen, Adressen oder Telefonnummern.',
    save: 'Speichern',
    cancel: 'Abbrechen',
  },
  thanks: 'Danke, das hilft uns.',
  given: 'Ihre Antwort:',
  change: 'Ändern',
  withdraw: 'Zurücknehmen',
  withdrawn: 'Ihre Antwort ist gelöscht.',
  again: 'Doch antworten',
  keep: 'Antwort behalten',
  failed: (label: string) =>
    `Ihre Antwort „${label}“ steht noch hier, ist aber nicht gespeichert. Bitte versuchen Sie es noch einmal.`,
  withdrawalFailed:
    'Das hat nicht geklappt, Ihre Antwort ist noch gespeichert. Bitte versuchen Sie es noch einmal.',
  retry: 'Noch einmal versuchen',
  more: 'Was wir damit tun',
  notice: `Wir zählen, wie viele Haushalte was sagen, und vergleichen es mit dem, was wir messen: So sehen wir, welche Werbung ankommt (Art. 6 Abs. 1 Buchst. f DSGVO). Ihre Antwort liegt bei Ihrer Reservierung und wird mit ihr gelöscht. Zurücknehmen können Sie sie hier, und widersprechen jederzeit mit einer Nachricht an uns. Alles Weitere steht im [Datenschutz](${paths.privacy}).`,
} as const
