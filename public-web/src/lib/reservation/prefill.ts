import { packageOfWord, planOfWord, planWord } from '../offer/addressWords'
import { creditRate } from '../offer/offer'
import type { ReservationValues } from './fields'

/** What another page may choose for the form. */
export type Prefill = Pick<ReservationValues, 'annual_kwh' | 'payment_plan' | 'rate'>

const TENTHS = new Map(
  Array.from(
    { length: (creditRate.maximum - creditRate.minimum) / creditRate.step + 1 },
    (_, index) => creditRate.minimum + index * creditRate.step,
  ).map((tenths) => [String(tenths / 10), tenths]),
)

/** The fragment that opens the form with these choices: `#paket=3000&zahlung=24m&cent=6`. */
export const prefillFragment = ({ annual_kwh, payment_plan, rate }: Prefill): string =>
  `#paket=${annual_kwh}&zahlung=${planWord(payment_plan)}&cent=${rate / 10}`

/** What a fragment chooses; a value that the form does not offer is left out. */
export function prefillOf(fragment: string): Partial<Prefill> {
  const words = new URLSearchParams(fragment.slice(1))
  const found = {
    annual_kwh: packageOfWord(words.get('paket')),
    payment_plan: planOfWord(words.get('zahlung')),
    rate: TENTHS.get(words.get('cent') ?? ''),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
