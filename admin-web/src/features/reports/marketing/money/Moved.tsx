import { ChangeMark } from '@/features/reports/frame/tables/ChangeMark'
import { UNKNOWN } from '@/features/reports/frame/tables/kinds'
import { type ComparedRow, contractsWords, wholeEuros } from './money'

interface MovedProps {
  /** Without it the origin has nothing to compare. */
  row: ComparedRow | undefined
  figure: keyof typeof WORDS
}

const WORDS = {
  cost_cents: wholeEuros,
  contracts_ppm: contractsWords,
  cost_per_contract: wholeEuros,
} as const

/** Up to so many contracts, in millionths, a percentage says nothing. */
const FEW = 3_000_000

/** How a figure moved against the other period, or what it was; „–“ where that is not known. */
export function Moved({ row, figure }: MovedProps) {
  if (!row) return null
  const [value, before] = [row[figure], row[`${figure}_before`]]
  const isFew = figure === 'contracts_ppm' && Math.max(value ?? 0, before ?? 0) <= FEW
  if (value !== null && before !== null && !isFew)
    return <ChangeMark kind="cents" value={value} before={before} />
  return <span className="movement">davor {before === null ? UNKNOWN : WORDS[figure](before)}</span>
}
