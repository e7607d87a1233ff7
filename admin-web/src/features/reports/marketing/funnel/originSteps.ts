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

/** Below so much of everybody's share, in per cent, a step is weak. */
const WEAK = 75

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
  const everybody = TRANSITIONS.map(({ step, of }) =>
    shareOf(amountOf(all, step), amountOf(all, of)),
  )
  return rows.slice(0, most).map((row) => ({
    name: originName(row),
    row,
    visits: formatNumber(row.landing),
    shares: TRANSITIONS.map(({ step, of }, index) =>
      stepShare(row[step], row[of], everybody[index] ?? null),
    ),
  }))
}

/** The same of all origins together. */
export const allSteps = (all: readonly StepRow[]): Omit<OriginSteps, 'row'> => ({
  name: 'Alle',
  visits: formatNumber(amountOf(all, 'landing')),
  shares: TRANSITIONS.map(({ step, of }) =>
    stepShare(amountOf(all, step), amountOf(all, of), null),
  ),
})

const amountOf = (rows: readonly StepRow[], step: string): number =>
  rows.find((row) => row.step === step)?.amount ?? 0

function stepShare(part: number, whole: number, everybody: number | null): StepShare {
  if (whole < LEAST || part > whole)
    return {
      share: null,
      words: whole > 0 ? `${formatNumber(part)} von ${formatNumber(whole)}` : 'keine',
      isWeak: false,
    }
  const share = shareOf(part, whole) ?? 0
  const isWeak = everybody !== null && share * 100 < everybody * WEAK
  return { share, words: percent(share), isWeak }
}
