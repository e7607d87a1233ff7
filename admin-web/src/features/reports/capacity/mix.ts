import type { MixRow } from './report'

export interface PackageMix {
  /** kWh a year. */
  kwh: number
  taken: number
  /** Millionths of all taken spots; `null` where none is taken. */
  share: number | null
  plans: readonly { plan: string; taken: number }[]
}

/** How cells look by payment plan; others look like the longest. */
export const PLAN_LOOKS: Readonly<Record<string, 'full' | 'half' | 'empty'>> = {
  'one-off': 'full',
  '24m': 'half',
  '48m': 'empty',
}

const ORDER = Object.keys(PLAN_LOOKS)

/** The plans there are, in one order. */
export const plansOf = (rows: readonly MixRow[]): string[] =>
  [...new Set(rows.map(({ plan }) => plan))].sort(
    (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other),
  )

/** The rows by package, smallest first, plans in one order. */
export function mixOf(rows: readonly MixRow[]): PackageMix[] {
  const all = rows.reduce((sum, { taken }) => sum + taken, 0)
  const sizes = [...new Set(rows.map((row) => row.package))]
  return sizes
    .sort((one, other) => one - other)
    .map((kwh) => {
      const own = rows.filter((row) => row.package === kwh)
      const taken = own.reduce((sum, row) => sum + row.taken, 0)
      const share = all > 0 ? Math.floor((2 * taken * 1_000_000 + all) / (2 * all)) : null
      const plans = [...own]
        .sort((one, other) => ORDER.indexOf(one.plan) - ORDER.indexOf(other.plan))
        .filter((row) => row.taken > 0)
        .map((row) => ({ plan: row.plan, taken: row.taken }))
      return { kwh, taken, share, plans }
    })
}
