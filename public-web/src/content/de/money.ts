import { formatCent, formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { type Cents, divideHalfUp } from '@/lib/offer/money'
import { fees } from '@/lib/offer/offer'

/**
 * The sentences that tell a household its money; `moneyBlock.ts` has the rows. The minimum is one per
 * kilowatt-hour and never one per year: what a year brings is expected, as its kWh are. A sum that
 * is called „zusammen“ has the set-up in it, and years are those until all of it has come back. The
 * server writes the same ones (`services/offer/money.py`); `tests/golden/money_words.json` holds both.
 */

/** The rate behind what a year brings at the contract's minimum. */
export const minimumOf = (annual: Cents, kwh: number) => formatCent(divideHalfUp(annual * 10, kwh))

/** What an expected year is made of, and what it depends on. */
export const basisText = (annual: Cents, kwh: number) =>
  `${formatKwh(kwh)} × ${minimumOf(annual, kwh)}, das Minimum je Kilowattstunde; weniger Sonne, weniger Gutschrift`

/** All that a household pays. */
export const togetherText = (planTotal: Cents, setup: Cents = fees.setup) =>
  `zusammen ${formatShortEuro(planTotal + setup)} mit ${formatShortEuro(setup)} Einrichtung`
