import type { Schemas } from '@/api/operations'

/** What an entry is about, by name: a reference, or what a park, mail, account or campaign is called. */
export type Subject = Schemas['SubjectOut']

/** One row of the log; `details` are facts without personal data. */
export type AuditEntry = Schemas['AuditEntryOut']

/** „Miriam Falk“, „Ein Haushalt“, „Das System“. */
export function actorWords({
  actor,
  actor_name,
}: Pick<AuditEntry, 'actor' | 'actor_name'>): string {
  if (actor_name) return actor_name
  if (actor === 'household') return 'Ein Haushalt'
  if (actor === 'system') return 'Das System'
  if (actor === 'payment provider') return 'Der Zahlungsdienst'
  if (actor === 'anonymous' || actor === 'anybody') return 'Jemand ohne Anmeldung'
  return actor.startsWith('staff:') ? `Konto ${actor.slice(6)}` : actor
}

type About = Pick<AuditEntry, 'action' | 'subject' | 'about' | 'details'>

const PLACES: Record<string, { word: string; path: (id: string) => string | null }> = {
  reservation: { word: 'Reservierung', path: (id) => `/reservations/${id}/show` },
  park: { word: 'Park', path: (id) => `/parks/${id}/show` },
  installation: { word: 'Installation', path: () => null },
  mail: { word: 'Mail', path: (id) => `/mails/${id}/show` },
  staff: { word: 'Konto', path: (id) => `/accounts/${id}/show` },
  account: { word: 'Konto', path: (id) => `/accounts/${id}/show` },
  alert: { word: 'Hinweis', path: () => '/alerts' },
  alert_rule: { word: 'Regel', path: () => '/alerts' },
  operation: { word: 'Vorgang', path: () => null },
  operation_request: { word: 'Freigabe', path: () => '/operation-requests' },
  contact: { word: 'Kontaktanfrage', path: () => null },
  export: { word: 'Export', path: () => null },
  view: { word: 'Ansicht', path: () => null },
  campaign: { word: 'Kampagne', path: (id) => `/campaigns/${id}/show` },
  link: { word: 'Kurzlink', path: () => null },
  alias: { word: 'Zuordnung', path: () => '/aliases/assigned' },
  experiment: { word: 'Versuch', path: () => null },
  contract_target: { word: 'Ziel je Vertrag', path: () => '/reports/money' },
  told_text: { word: 'Antwort', path: () => '/reports/money' },
  note: { word: 'Anmerkung', path: () => '/notes' },
  reservation_import: { word: 'Liste', path: () => '/reservations/imports' },
  cost_arrival: { word: 'Kostendatei', path: () => '/costs' },
  platform_name: { word: 'Name einer Plattform', path: () => '/costs' },
  cost_import: { word: 'Einlesen', path: () => '/costs' },
  self_check: { word: 'Prüfung', path: () => '/site-check' },
  referral_code: { word: 'Empfehlungscode', path: () => '/referrals/codes' },
  referral_codes: { word: 'Empfehlungscodes', path: () => '/referrals/codes' },
  referral_uses: { word: 'Empfehlungen', path: () => '/referrals/uses' },
  metric: { word: 'Kennzahl', path: (key) => `/reports/metrics/${key}` },
  segment: { word: 'Segment', path: () => null },
  report_run: { word: 'Festgehaltener Bericht', path: (id) => `/reports/kept/${id}` },
  figure_alert: { word: 'Eigener Hinweis', path: () => '/alerts' },
  report_link: { word: 'Link zu einem Bericht', path: () => '/reports/kept' },
  outside: { word: 'Adresse außerhalb', path: () => null },
  report_schedule: { word: 'Zeitplan', path: (id) => `/reports/schedules/${id}` },
  job: { word: 'den Ablauf', path: (name) => `/jobs/${encodeURIComponent(name)}` },
  webhook: { word: 'Webhook', path: (id) => `/webhooks/${id}` },
  machine_token: { word: 'Zugangsschlüssel', path: () => '/tokens' },
  setup: { word: 'Einrichtung', path: () => '/state' },
  books: { word: 'Buchungen', path: () => null },
  bank_run: { word: 'Datei', path: () => null },
  bank_line: { word: 'Lastschrift', path: () => null },
  bank_statement: { word: 'Kontoauszug', path: () => null },
  statement_line: { word: 'Zahlung', path: () => null },
  reservations: { word: 'Reservierungen', path: () => null },
  audit: { word: 'Änderungsprotokoll', path: () => null },
}

/** What an entry is about: words, and the page of it where there is one. */
export function subjectOf({ action, subject, about, details }: About): {
  words: string
  path: string | null
} {
  const [kind, id] = parted(about?.subject ?? subject)
  if (kind === 'report_run' && typeof details.schedule === 'number') {
    // Of one that failed there may be no rows to see; its schedule tells what became of it.
    const path =
      action === 'report_run.failed'
        ? `/reports/schedules/${details.schedule}`
        : `/reports/kept/${id}`
    return { words: `Lauf ${id}`, path }
  }
  const place = PLACES[kind]
  if (!place) return { words: subject, path: null }
  const path = id ? place.path(id) : null
  if (about) return { words: nameWords(about), path }
  return { words: id ? `${place.word} ${id}` : place.word, path }
}

/** „Reservierung VG-7K3M-Q2XH von Anna Huber“, „Mail „Ihr Platz ist reserviert“ an Anna Huber“, „Kim Berger“. */
function nameWords({ subject, name, household }: Subject): string {
  const [kind] = parted(subject)
  switch (kind) {
    case 'reservation':
      return household ? `Reservierung ${name} von ${household}` : `Reservierung ${name}`
    case 'mail':
      return household ? `Mail „${name}“ an ${household}` : `Mail „${name}“`
    case 'park':
      return `Park ${name}`
    case 'campaign':
      return `Kampagne „${name}“`
    default:
      return name
  }
}

/** The German word of a kind of subject: „Reservierung“. */
export const kindWord = (subject: string): string => PLACES[parted(subject)[0]]?.word ?? ''

/** „job:report-schedule:4“ → kind and id. */
function parted(subject: string): [kind: string, id: string] {
  const [kind = '', ...rest] = subject.split(':')
  return [kind, rest.join(':')]
}
