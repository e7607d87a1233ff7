import { FILTERED_FIELDS, HOUSEHOLD } from '@/features/reservations/fields'
import type { Facets } from '@/features/reservations/types'
import { formatMoment } from '@/lib/format'
import { DEPOSITS } from '@/lib/operationWords'
import { PACKAGES, PLANS } from '@/lib/reservationWords'
import { RESERVATION_STATES, stateWords } from '@/lib/states'
import {
  ChoiceFilter,
  choicesOf,
  DayFilter,
  type Filter,
  type FilterChoice,
  NumberFilter,
  PeriodFilter,
  TextFilter,
} from '@/ui/table/filters'
import type { ListFilters } from './query'

type Source = keyof ListFilters

const occurring = (values: readonly string[] | undefined): FilterChoice[] =>
  choicesOf((values ?? []).filter(Boolean).map((value) => [value, value]))
const checks = (open: string, any: string): FilterChoice[] =>
  choicesOf([
    ['open', open],
    ['any', any],
  ])
const one = (source: Source, label: string, choices: FilterChoice[]): Filter => (
  <ChoiceFilter key={source} {...{ source, label, choices }} />
)
const many = (source: Source, label: string, choices: FilterChoice[]): Filter => (
  <ChoiceFilter key={source} isMany {...{ source, label, choices }} />
)

const STATES = choicesOf(RESERVATION_STATES.map((state) => [state, stateWords(state)]))
const DUPLICATE = checks('Vermutet, noch zu prüfen', 'Vermutet, auch geprüfte')
const PRICE = checks('Weicht ab, noch zu prüfen', 'Weicht ab, auch geprüfte')

const CHANNELS = choicesOf([
  ['site', 'Website'],
  ['telephone', 'Telefon'],
  ['letter', 'Brief'],
  ['fair', 'Messe'],
  ['import', 'Eingelesene Liste'],
])
const ADDRESS = choicesOf([
  ['unconfirmed', 'Noch zu bestätigen'],
  ['confirmed', 'Bestätigt'],
  ['none', 'Keine, nur Briefe'],
])

/** Not for marketing: their values would tell about a person. */
const PERSONAL = new Set<string>([
  ...(['follow_up_until', 'burst', 'spot_number', 'tag'] satisfies Source[]),
  ...FILTERED_FIELDS.filter((name) => HOUSEHOLD[name].isPersonal),
])

/** What a role may filter by, with the values that occur. */
export function offeredFilters(facets: Facets | undefined, isClerk: boolean): Filter[] {
  const bursts = (facets?.burst ?? []).map((at) => [at, `Ab ${formatMoment(at)}`] as const)
  const parks = (facets?.park ?? []).map(({ id, name }) => [id, name] as const)
  const all = [
    many('state', 'Stand', STATES),
    many('annual_kwh', 'Paket', choicesOf(Object.entries(PACKAGES))),
    one('payment_plan', 'Zahlung', choicesOf(Object.entries(PLANS))),
    one('utm_campaign', 'Kampagne', occurring(facets?.utm_campaign)),
    <PeriodFilter
      key="created"
      source="created"
      label="Eingang"
      parameters={['created_from', 'created_to'] satisfies [Source, Source]}
    />,
    <DayFilter key="follow_up_until" source="follow_up_until" label="Wiedervorlage bis" />,
    one('duplicate', 'Dublette', DUPLICATE),
    one('price_mismatch', 'Preis', PRICE),
    one('deposit_state', 'Karte', choicesOf(Object.entries(DEPOSITS))),
    one('channel', 'Eingang über', CHANNELS),
    one('address', 'E-Mail-Adresse', ADDRESS),
    one('burst', 'Ansturm', choicesOf([['last', 'Der letzte'], ...bursts])),
    one('park', 'Park', choicesOf(parks)),
    <NumberFilter key="spot_number" source="spot_number" label="Platz" />,
    ...FILTERED_FIELDS.map((name) => one(name, HOUSEHOLD[name].label, occurring(facets?.[name]))),
    one('utm_source', 'Quelle', occurring(facets?.utm_source)),
    one('referral_code', 'Empfehlung', occurring(facets?.referral_code)),
    one('tag', 'Merkmal', occurring(facets?.tag)),
    <TextFilter key="q" source={'q' satisfies Source} label="Suche" />,
  ]
  return all.filter(({ props }) => isClerk || !PERSONAL.has(props.source))
}
