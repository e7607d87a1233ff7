/** The campaign fields of an address. Everything that names them derives from this tuple. */
export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type UtmField = (typeof UTM_FIELDS)[number]

/** Whose ads bring these parameters; several of one address count as the first in this order. */
const CLICK_IDS = {
  google: ['gclid', 'wbraid', 'gbraid', 'gad_source'],
  microsoft: ['msclkid'],
  tiktok: ['ttclid'],
  linkedin: ['li_fat_id'],
  pinterest: ['epik'],
  meta: ['fbclid'],
} as const

/** Whose click id the address had. The id itself would tell a person: it is kept nowhere. */
export type ClickedAd = keyof typeof CLICK_IDS | 'none'

/** One arrival at the site. Text fields are empty when the arrival did not carry them. */
export type Touch = Record<UtmField, string> & {
  referral_code: string
  /** Host of the page that linked here; empty for our own pages. */
  referrer_host: string
  landing_path: string
  clicked_ad: ClickedAd
  /** UTC, ISO 8601. */
  at: string
}

/** What the browser knows when a page starts. */
export interface Arrival {
  url: URL
  /** `document.referrer`: an address or the empty string. */
  referrer: string
  at: Date
  /** Further sites that lead back to us and are no origin. */
  onTheWay?: readonly string[]
}

/** Longer values are cut here rather than refused by the server together with the reservation. */
const MAX_LENGTH = 200

/** Where nothing may be kept on the device, links of ours hand on in these parameters what their address lost. */
export const HANDED_ON = { landing_path: 'zuerst', referrer_host: 'von' } as const

/** Whether the page was reached by such a link. */
export const isHandedOn = ({ url, referrer }: Pick<Arrival, 'url' | 'referrer'>): boolean =>
  url.searchParams.has(HANDED_ON.landing_path) && parse(referrer)?.origin === url.origin

/** Reads the touch of an arrival. */
export function touchOf(arrival: Arrival): Touch {
  const origin = landingOf(arrival)
  const query = queryOf(origin)
  const handedOn = isHandedOn(arrival) ? origin.searchParams : null
  const utm = Object.fromEntries(
    UTM_FIELDS.map((name) => [name, clean(query.get(name))]),
  ) as Record<UtmField, string>
  const isTagged = UTM_FIELDS.some((name) => utm[name] !== '')
  return {
    ...utm,
    ...(!isTagged && { utm_campaign: campaignNumber(query) }),
    referral_code: clean(query.get('ref') || query.get('referral_code')),
    referrer_host: clean(handedOn?.get(HANDED_ON.referrer_host)) || externalHost(arrival),
    landing_path: clean(handedOn?.get(HANDED_ON.landing_path) ?? origin.pathname),
    clicked_ad: clickedAd(query),
    at: arrival.at.toISOString(),
  }
}

/** Whether nothing tells where the visitor came from. */
export const isDirect = (touch: Touch): boolean =>
  !isFromCampaign(touch) && touch.referrer_host === ''

/** Whether the link the visitor followed told of a campaign, an ad or a household that recommends us. */
export const isFromCampaign = (touch: Touch): boolean =>
  UTM_FIELDS.some((name) => touch[name] !== '') ||
  touch.referral_code !== '' ||
  touch.clicked_ad !== 'none'

/** Whether two touches tell the same origin; place and time of landing do not matter. */
export const sameOrigin = (one: Touch, other: Touch): boolean =>
  UTM_FIELDS.every((name) => one[name] === other[name]) &&
  one.referral_code === other.referral_code &&
  one.clicked_ad === other.clicked_ad &&
  one.referrer_host === other.referrer_host

/** The touches in a stored list; anything else that was written there is left out. */
export function touchesIn(stored: unknown): readonly Touch[] {
  // Touches that were remembered before click ids were looked for have none.
  return Array.isArray(stored)
    ? stored.filter(isTouch).map((touch) => ({ ...touch, clicked_ad: touch.clicked_ad ?? 'none' }))
    : []
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
  const isOwn = previous?.origin === url.origin
  return isOwn && !mentionsCampaign(url) && mentionsCampaign(previous) ? previous : url
}

function mentionsCampaign(url: URL): boolean {
  const query = queryOf(url)
  const isNamed = [...UTM_FIELDS, 'ref', 'referral_code'].some((name) => query.get(name))
  return isNamed || clickedAd(query) !== 'none'
}

/** Google's number of the campaign, the same for everybody who clicks its ads; empty if there is none. */
function campaignNumber(query: ReadonlyMap<string, string>): string {
  const number = clean(query.get('gad_campaignid'))
  return clickedAd(query) === 'google' && /^\d{1,20}$/.test(number) ? number : ''
}

function clickedAd(query: ReadonlyMap<string, string>): ClickedAd {
  const names = Object.keys(CLICK_IDS) as (keyof typeof CLICK_IDS)[]
  return names.find((name) => CLICK_IDS[name].some((id) => query.get(id))) ?? 'none'
}

/** Sites on the way of somebody who was here already: they sign in there, pay, or book a talk. */
const ON_THE_WAY = [
  'paypal.com',
  'stripe.com',
  'klarna.com',
  'sofort.com',
  'giropay.de',
  'adyen.com',
  'mollie.com',
  'pay.google.com',
  'payments.amazon.de',
  'cardinalcommerce.com',
  'arcot.com',
  'wlp-acs.com',
  'accounts.google.com',
]
/** Banks ask for the second factor of a card on hosts of many names, with this word in each. */
const SECOND_FACTOR = /(?:^|[.-])3-?d(?:s|-?secure)\d*[.-]/

function externalHost({ url, referrer, onTheWay = [] }: Arrival): string {
  const previous = parse(referrer)
  if (!previous || withoutWww(previous.hostname) === withoutWww(url.hostname)) return ''
  const isPassed =
    SECOND_FACTOR.test(previous.hostname) ||
    [...ON_THE_WAY, ...onTheWay].some(
      (host) => previous.hostname === host || previous.hostname.endsWith(`.${host}`),
    )
  return isPassed ? '' : clean(previous.host)
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

/**
 * The parameters of an address, the first of each name. Links that were written by hand or by a mail
 * program may name them in capitals, or have `&amp;` for `&`. Some append them behind a fragment
 * (`#faq?utm_source=…`), and partners who count with Matomo call them `mtm_…`, formerly `pk_…`.
 */
function queryOf({ search, hash }: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const fragment = hash.replace(/^#(?:[^=&]*\?)?/, '')
  for (const pair of [...search.slice(1).split('&'), ...fragment.split('&')]) {
    const [name = '', ...value] = pair.split('=')
    const plain = decoded(name)
      .toLowerCase()
      .replace(/^(?:amp;)+/, '')
      .replace(/^(?:mtm|pk)_/, 'utm_')
      .replace(/^utm_(?:kwd|keyword)$/, 'utm_term')
    if (!found.get(plain)) found.set(plain, decoded(value.join('=')))
  }
  return found
}

const ESCAPES_ONLY = /^(?:[^%]|%[0-9a-f]{2})*$/i

/** A part of a query as text: UTF-8, else Windows-1252 as old programs write, encoded once or twice. */
function decoded(part: string): string {
  const text = textOf(part.replaceAll('+', ' '))
  const isTwice = /%[0-9a-f]{2}/i.test(text) && ESCAPES_ONLY.test(text)
  return isTwice ? textOf(text) : text
}

function textOf(escaped: string): string {
  const parts = escaped.match(/%[0-9a-f]{2}|[\s\S]/gi) ?? []
  const bytes = parts.flatMap((part) =>
    part.startsWith('%') && part.length === 3
      ? [Number.parseInt(part.slice(1), 16)]
      : [...new TextEncoder().encode(part)],
  )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
  } catch {
    return new TextDecoder('windows-1252').decode(new Uint8Array(bytes))
  }
}

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

function clean(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_LENGTH)
}
