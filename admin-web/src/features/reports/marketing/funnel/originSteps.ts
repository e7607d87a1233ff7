import { originName } from '@/features/reports/frame/parameters/origin'
import { formatNumber } from '@/lib/format'
import { type FunnelOriginRow, LEAST, percent, type StepRow, shareOf } from './funnel'

type Step =
  | 'landing'
  | 'form_started'
  | 'step_2'
  | 'step_3'
  | 'step_4'
  | 'thank_you'
  | 'reservation'
  | 'contracted'

/** A step with the one it is a part of. */
export interface Transition {
  step: Step
  of: Step
  /** Above the column, in lines. */
  head: readonly string[]
}

export const TRANSITIONS: readonly Transition[] = [
  { step: 'form_started', of: 'landing', head: ['Formular', 'begonnen'] },
  { step: 'step_2', of: 'form_started', head: ['Schritt 2'] },
  { step: 'step_3', of: 'step_2', head: ['Schritt 3'] },
  { step: 'step_4', of: 'step_3', head: ['Schritt 4'] },
  { step: 'thank_you', of: 'step_4', head: ['Danke-Seite'] },
  { step: 'contracted', of: 'reservation', head: ['Vertrag'] },
]

/** Below so much of everybody's share, in per cent, a step is weak, unless that may be chance. */
const WEAK = 75
/** The square of the normal quantile of an 80 % interval, as the verdicts of the reports have it. */
const SQUARE = 1.642374415

/** Wilson's interval of a share (JASA 22, 1927), as `services/reports/verdicts.py` computes it. */
function bandOf({ part, whole }: Count): { low: number; high: number } {
  const [share, square] = [part / whole, SQUARE / whole]
  const half = Math.sqrt(square * (share * (1 - share) + square / 4))
  const middle = share + square / 2
  return { low: (middle - half) / (1 + square), high: (middle + half) / (1 + square) }
}

/** So many of so many. */
interface Count {
  part: number
  whole: number
}

export interface StepShare {
  /** Millionths; `null` where there are too few to tell. */
  share: number | null
  words: string
  isWeak: boolean
}

export interface OriginSteps {
  name: string
  row: FunnelOriginRow
  visits: string
  shares: readonly StepShare[]
}

/** How many of each origin go on at each step, beside how many of all do. */
export function originSteps(
  rows: readonly FunnelOriginRow[],
  all: readonly StepRow[],
  most: number,
): OriginSteps[] {
  const everybody = TRANSITIONS.map((transition) => countOf(all, transition))
  return rows.slice(0, most).map((row) => ({
    name: originName(row),
    row,
    visits: formatNumber(row.landing),
    shares: TRANSITIONS.map(({ step, of }, index) =>
      stepShare({ part: row[step], whole: row[of] }, everybody[index]),
    ),
  }))
}

/** The same of all origins together. */
export const allSteps = (all: readonly StepRow[]): Omit<OriginSteps, 'row'> => ({
  name: 'Alle',
  visits: formatNumber(amountOf(all, 'landing')),
  shares: TRANSITIONS.map((transition) => stepShare(countOf(all, transition))),
})

const countOf = (rows: readonly StepRow[], { step, of }: Transition): Count => ({
  part: amountOf(rows, step),
  whole: amountOf(rows, of),
})

const amountOf = (rows: readonly StepRow[], step: string): number =>
  rows.find((row) => row.step === step)?.amount ?? 0

function stepShare({ part, whole }: Count, everybody?: Count): StepShare {
  if (whole < LEAST || part > whole)
    return {
      share: null,
      words: whole > 0 ? `${formatNumber(part)} von ${formatNumber(whole)}` : 'keine',
      isWeak: false,
    }
  const share = shareOf(part, whole) ?? 0
  return { share, words: percent(share), isWeak: isFarBelow({ part, whole }, everybody) }
}

function isFarBelow(count: Count, everybody?: Count): boolean {
  if (!everybody?.whole) return false
  const isLow = count.part * everybody.whole * 100 < everybody.part * count.whole * WEAK
  return isLow && bandOf(count).high < bandOf(everybody).low
}
