import { formatWait } from '@/lib/format'

interface Problem {
  code: string
  title: string
  status: number
}

/**
 * What the console can say better than the server: what happened, and what to do now. For any other
 * code the server's own German title is shown.
 */
const WORDS: Record<string, string> = {
  network:
    'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  cancelled: 'Abgebrochen. Es wurde nichts geändert.',
  signed_out: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  cross_site:
    'Die Anfrage kam nicht aus der Konsole und wurde abgelehnt. Bitte laden Sie die Seite neu.',
  stale:
    'Jemand anderes hat diesen Datensatz inzwischen geändert. Ihre Fassung wurde nicht gespeichert.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  too_large: 'Das ist zu viel auf einmal. Bitte teilen Sie es auf.',
}

/** For an answer without a title, such as one of a proxy in between. */
const BY_STATUS: Record<number, string> = {
  401: 'Bitte melden Sie sich an.',
  403: 'Ihre Rolle erlaubt das nicht. Bitte wenden Sie sich an die Administration.',
  404: 'Das gibt es nicht oder nicht mehr.',
  409: 'Das passt nicht mehr zum jetzigen Stand. Bitte laden Sie die Seite neu und prüfen Sie ihn.',
  422: 'Bitte prüfen Sie Ihre Angaben.',
  503: 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einem Moment erneut.',
}

const SERVER_FAILED =
  'Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts gespeichert. Bitte versuchen Sie es erneut.'

/** The German sentence for a refusal. */
export function problemWords({ code, title, status }: Problem, retryAfter?: number): string {
  if (status === 429) {
    const wait = retryAfter ? `noch ${formatWait(retryAfter)}` : 'einen Moment'
    return `Das waren zu viele Versuche. Bitte warten Sie ${wait}.`
  }
  return (
    WORDS[code] ??
    (title || BY_STATUS[status] || (status >= 500 ? SERVER_FAILED : 'Die Anfrage wurde abgelehnt.'))
  )
}
