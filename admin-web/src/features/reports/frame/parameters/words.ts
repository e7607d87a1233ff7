import { CHANNEL_GROUPS as GROUPS } from '@/lib/kinds.gen'

/** The German words of what reports name. */
type Words = Readonly<Record<string, string>>

/** The fields of a touch that reports filter by and break down by, in the order they are offered. */
export const FIELD_LABELS: Words = {
  channel_group: 'Kanalgruppe',
  channel: 'Kanal',
  utm_source: 'Quelle',
  utm_medium: 'Medium',
  utm_campaign: 'Kampagne',
  utm_term: 'Suchbegriff',
  utm_content: 'Inhalt',
  referral_code: 'Empfehlungscode',
  referrer_host: 'Verweisende Seite',
  landing_path: 'Zielseite',
  device: 'Gerät',
}

/** Filters, but no way to break figures down: a group says more than a channel, a source more than a medium. */
const ONLY_FILTERS = new Set(['channel', 'utm_medium', 'referral_code'])
export const BREAKDOWN_FIELDS = Object.entries(FIELD_LABELS).filter(
  ([field]) => !ONLY_FILTERS.has(field),
)

export const CHANNELS: Words = {
  campaign: 'Kampagne',
  referral: 'Empfehlung',
  referrer: 'Andere Seite',
  direct: 'Direkt',
}

/** In the order in which they are listed. */
export const CHANNEL_GROUPS: Words = GROUPS

/** The classes of devices. */
export const DEVICES: Words = {
  phone: 'Telefon',
  tablet: 'Tablet',
  computer: 'Computer',
  unknown: 'nicht bekannt',
}

export const MODELS: Words = {
  last: 'Letzter Kontakt',
  last_non_direct: 'Letzte bekannte Herkunft',
  first: 'Erster Kontakt',
  linear: 'Alle gleich',
  position: 'Anfang und Ende (40/20/40)',
  time_decay: 'Jüngere stärker',
}

/** What can be said of a campaign's money. */
export const VERDICTS: Words = {
  worth: 'lohnt sich',
  not_worth: 'lohnt sich nicht',
  open: 'zu klein, um es zu sagen',
  no_target: 'kein Ziel festgelegt',
  young: 'noch nicht reif',
  no_costs: 'keine Kosten eingetragen',
}

export const STEPS: Words = {
  landing: 'Besuch',
  form_started: 'Formular begonnen',
  step_2: 'Schritt 2',
  step_3: 'Schritt 3',
  step_4: 'Schritt 4',
  thank_you: 'Danke-Seite',
  reservation: 'Reservierung',
  confirmed: 'E-Mail bestätigt',
  contracted: 'Vertrag',
}

/** Which contacts a filter looks at. */
export const MATCHES: Words = {
  last: 'letzte bekannte Herkunft',
  any: 'jeden Kontakt: Weg enthält',
}

/** What became of a reservation, to choose among. */
export const OUTCOMES: Words = {
  any: 'alle',
  confirmed: 'E-Mail bestätigt',
  contracted: 'Vertrag',
  cancelled: 'aufgegeben',
}

/** As long as nobody is asked to confirm an address, nobody is offered to look for it. */
export const offeredOutcomes = (chosen: string): [string, string][] =>
  Object.entries(OUTCOMES).filter(([name]) => name !== 'confirmed' || name === chosen)
