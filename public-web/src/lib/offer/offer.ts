import constants from '@offer/offer.json'
import type { ParkState } from '../parkState'
import { type Cents, eurosToCents } from './money'

/** A credit rate in tenths of a cent per kWh: 55 means 5.5 cent. */
export type TenthCent = number

export type PaymentPlanId = 'one-off' | '24m' | '48m'

/** A share as it is sold: so many kWh a year expected, for a one-off price. */
export interface SolarPackage {
  annualKwh: number
  name: string
  calculatorName: string
  price: Cents
  recommended: boolean
}

/** A way to pay a package. `months` is 0 for the one-off payment. */
export interface PaymentPlan {
  id: PaymentPlanId
  name: string
  months: number
  nominalPercent: number
  summarySurchargePercent: number
}

export const packages: readonly SolarPackage[] = constants.packages.map((entry) => ({
  annualKwh: entry.annual_kwh,
  name: entry.name,
  calculatorName: entry.calculator_name,
  price: eurosToCents(entry.price_eur),
  recommended: entry.recommended,
}))

export const paymentPlans: readonly PaymentPlan[] = constants.payment_plans.map((entry) => ({
  id: entry.id as PaymentPlanId,
  name: entry.name,
  months: entry.months,
  nominalPercent: entry.nominal_percent,
  summarySurchargePercent: entry.summary_surcharge_percent,
}))

export const creditRate = {
  minimum: constants.credit.minimum_tenth_ct,
  maximum: constants.credit.maximum_tenth_ct,
  step: constants.credit.step_tenth_ct,
} as const

export const scenarios: readonly { id: string; name: string; rate: TenthCent }[] =
  constants.credit.scenarios.map(({ id, name, tenth_ct }) => ({ id, name, rate: tenth_ct }))

export const fees = {
  cardVerification: eurosToCents(constants.fees.card_verification_eur),
  setup: eurosToCents(constants.fees.setup_eur),
  yearlyPlatform: eurosToCents(constants.fees.yearly_platform_eur),
  breakEvenExtra: eurosToCents(constants.fees.break_even_extra_eur),
  reservationInTerms: eurosToCents(constants.fees.reservation_fee_in_terms_eur),
  packageInPilotText: eurosToCents(constants.fees.pilot_text_package_fee_eur),
} as const

export const defaults = {
  annualKwh: constants.defaults.annual_kwh,
  paymentPlan: constants.defaults.payment_plan as PaymentPlanId,
  rate: constants.defaults.credit_tenth_ct,
  park: constants.defaults.park,
  spot: constants.default_spot,
} as const

export const termYears = constants.term_years
export const timeline = constants.timeline
export const marketing = constants.marketing
export const invest = constants.invest

/** A park as the invest screen and the pilot page introduce it. */
export interface Park {
  id: string
  name: string
  location: string
  capacityKw: number
  households: number
  status: string
  timeline: string
  /** Where the park stands and what comes next, with the day for which that holds: one or more sentences. */
  progress: string
  /** Smallest share of the invest screen. */
  minimum: Cents
  /** How many places can be reserved. */
  spots: number
  /** It was called off. */
  isCancelled?: boolean
  /** It is settled that it is built. Only pages of the browser know it. */
  isConfirmed?: boolean
  /** As the server knew it when it wrote the page; finished pages are built for each. */
  state?: ParkState
}

/** The parks as they were when the site was built. Pages begin with these and know better at once. */
export const builtParks: readonly Park[] = constants.parks.map((entry) => ({
  id: entry.id,
  name: entry.name,
  location: entry.location,
  capacityKw: entry.capacity_kw,
  households: entry.households,
  status: entry.status,
  timeline: entry.timeline,
  progress: progressOf(entry.progress_on, entry.progress_note),
  minimum: eurosToCents(entry.invest_minimum_eur),
  spots: entry.spots,
}))

const current = readParks()

/** The parks as staff last edited them. */
export const parks: readonly Park[] = builtParks.map((park) => ({ ...park, ...current[park.id] }))

export const pilot = parkOf(parks, defaults.park)
export const totalSpots = pilot.spots

/** The park with this id; a programming error if there is none. */
export function parkOf(all: readonly Park[], id: string): Park {
  const found = all.find((park) => park.id === id)
  if (!found) throw new RangeError(`no park ${id}`)
  return found
}

/** For which state of the pilot pages are being written; see `scripts/render-pages.mjs`. */
declare global {
  var builtPark: Pick<Park, 'state' | 'isCancelled'> | undefined
}

/** What the server has written into the page; at build time the state it is for, in development and tests nothing. */
function readParks(): { [id: string]: Partial<Park> } {
  if (typeof document === 'undefined') return { [defaults.park]: globalThis.builtPark ?? {} }
  const tag = document.querySelector<HTMLMetaElement>('meta[name=voltigo-parks]')
  return tag?.content.startsWith('{') ? JSON.parse(tag.content) : {}
}

/** As the server prints it when staff have written a note; see `services/parks/site_facts.py`. */
function progressOf(day: string, note: string): string {
  const long = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return `Stand ${new Date(day).toLocaleDateString('de-DE', long)}: ${note}`
}

/** The package with this yearly output; a programming error if there is none. */
export function packageOf(annualKwh: number): SolarPackage {
  const found = packages.find((entry) => entry.annualKwh === annualKwh)
  if (!found) throw new RangeError(`no package of ${annualKwh} kWh`)
  return found
}

/** The payment plan with this id. */
export function planOf(id: PaymentPlanId): PaymentPlan {
  const found = paymentPlans.find((entry) => entry.id === id)
  if (!found) throw new RangeError(`no payment plan ${id}`)
  return found
}
