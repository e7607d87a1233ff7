/** The campaign fields of an address. Everything that names them derives from this tuple. */
export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type UtmField = (typeof UTM_FIELDS)[number]

/** One arrival at the site. Text fields are empty when the arrival did not carry them. */
export type Touch = Record<UtmField, string> & {
  referral_code: string
  /** Host of the page that linked here; empty for our own pages. */
  referrer_host: string
  landing_path: string
  /** UTC, ISO 8601. */
  at: string
}

/** What the browser knows when a page starts. */
export interface Arrival {
  url: URL
  /** `document.referrer`: an address or the empty string. */
  referrer: string
  at: Date
}

/** Longer values are cut here rather than refused by the server together with the reservation. */
const MAX_LENGTH = 200

/** Reads the touch of an arrival. */
export function touchOf(arrival: Arrival): Touch {
  const origin = landingOf(arrival)
  const query = origin.searchParams
  const utm = Object.fromEntries(UTM_FIELDS.map((name) => [name, clean(query.get(name))]))
  return {
    ...(utm as Record<UtmField, string>),
    referral_code: clean(query.get('ref') ?? query.get('referral_code')),
    referrer_host: externalHost(arrival),
    landing_path: clean(origin.pathname),
    at: arrival.at.toISOString(),
  }
}

/** Whether nothing tells where the visitor came from. */
export const isDirect = (touch: Touch): boolean =>
  !isFromCampaign(touch) && touch.referrer_host === ''

/** Whether the link the visitor followed named a campaign or a household that recommends us. */
export const isFromCampaign = (touch: Touch): boolean =>
  UTM_FIELDS.some((name) => touch[name] !== '') || touch.referral_code !== ''

/** Whether two touches tell the same origin; place and time of landing do not matter. */
export const sameOrigin = (one: Touch, other: Touch): boolean =>
  UTM_FIELDS.every((name) => one[name] === other[name]) &&
  one.referral_code === other.referral_code &&
  one.referrer_host === other.referrer_host

/** The touches in a stored list; anything else that was written there is left out. */
export function touchesIn(stored: unknown): readonly Touch[] {
  return Array.isArray(stored) ? stored.filter(isTouch) : []
}

function isTouch(value: unknown): value is Touch {
  if (typeof value !== 'object' || value === null) return false
  const names = [...UTM_FIELDS, 'referral_code', 'referrer_host', 'landing_path', 'at']
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
}

/**
 * The address the visitor landed on. Usually the present one. But a visitor who followed a link
 * before any script ran left the campaign behind on the previous page: then that page, named by
 * the referrer, is where they landed.
 */
function landingOf({ url, referrer }: Arrival): URL {
  const previous = parse(referrer)
  const carriesNothing = !mentionsCampaign(url.searchParams)
  return previous &&
    previous.origin === url.origin &&
    carriesNothing &&
    mentionsCampaign(previous.searchParams)
    ? previous
    : url
}

function mentionsCampaign(query: URLSearchParams): boolean {
  return [...UTM_FIELDS, 'ref', 'referral_code'].some((name) => query.get(name))
}

function externalHost({ url, referrer }: Arrival): string {
  const previous = parse(referrer)
  return previous && previous.origin !== url.origin ? clean(previous.host) : ''
}

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

function clean(text: string | null): string {
  return (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_LENGTH)
}
