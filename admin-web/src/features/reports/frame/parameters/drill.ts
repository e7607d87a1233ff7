import { FILTER_FIELDS, type Filters, ownText, type Parameters, sharedQuery } from './parameters'

/** How long before a reservation a contact counts where nobody says otherwise. */
export const LOOK_BACK_DAYS = '30'

type Outcome = 'any' | 'confirmed' | 'contracted' | 'cancelled'

/** Which ways the reservations came. */
export type Way = Partial<Record<'path' | 'touches' | 'days_before', string>>

/**
 * The page with the reservations behind a number: same period, filters, package and plan, and look-back, which
 * decides where a reservation came from, narrowed by `more`, by what became of them, and by the way they came.
 */
export function reservationsBehind(
  parameters: Parameters,
  more: Filters = {},
  outcome: Outcome = 'any',
  way: Way = {},
): string {
  const filters = { ...parameters.filters, ...more }
  const query = sharedQuery({ ...parameters, compare: 'none', with_bots: false, filters })
  const days = ownText(parameters, 'look_back_days')
  const lookBack = days === '' || days === LOOK_BACK_DAYS ? '' : `look_back_days=${days}`
  const own = outcome === 'any' ? '' : `outcome=${outcome}`
  const match = ownText(parameters, 'match') === 'any' ? 'match=any' : ''
  const offer = ['package', 'plan']
    .map((name) => [name, ownText(parameters, name)])
    .filter(([, value]) => value !== '' && value !== 'all')
  const ways = new URLSearchParams(way).toString()
  const search = [own, ways, new URLSearchParams(offer).toString(), match, lookBack, query]
    .filter(Boolean)
    .join('&')
  return `/reports/reservations${search && `?${search}`}`
}

/** A filter by a row's value of one of the fields; `{}` for what is no field. */
export const filterBy = (field: string, value: unknown): Filters =>
  FILTER_FIELDS.includes(field) && typeof value === 'string' ? { [field]: [value] } : {}
