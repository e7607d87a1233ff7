import type { Schemas } from '@/api/operations'
import { rounded } from '@/features/reports/frame/tables/kinds'
import { counted, formatNumber } from '@/lib/format'

/** Fewer than this tell no share: one more or less turns it around. */
export const LEAST = 20

export type FunnelReport = Schemas['FunnelReport']
/** A step of the way with how many took it, as the server counts them. */
export type StepRow = Schemas['FunnelStepsRow']
export type FunnelOriginRow = Schemas['FunnelOriginsRow']

/** What is counted: visits up to the thank-you page, reservations from there on. */
export type Counted = 'visits' | 'reservations'

export interface Stage {
  step: string
  counted: Counted
  amount: number
  amountBefore: number | null
  /** Millionths: of visits those of the step before, of reservations those of all of them. */
  share: number | null
  /** Full cells of the parcel: visits that went on, reservations that came so far. */
  full: number
  /** All cells of the parcel. */
  all: number
  /** Where the full cells ended in the period compared with, in millionths of all. */
  fullBefore: number | null
}

const VISIT_STEPS = ['landing', 'form_started', 'step_2', 'step_3', 'step_4', 'thank_you']
const RESERVATION_STEPS = ['reservation', 'confirmed', 'contracted']
const LAST_VISIT_STEP = 'thank_you'

/**
 * The way in its two halves. A visit's parcel shows who went on to the next step. What became of a
 * reservation does not come in a fixed order: a contract needs no confirmed address.
 */
export function stagesOf(rows: readonly StepRow[], areContractsYoung = false): Stage[] {
  const stages = [...visitStages(rows), ...reservationStages(rows)]
  if (!areContractsYoung) return stages
  // Beside those of a period that is old enough, young contracts would always seem to have fallen.
  return stages.map((stage) =>
    stage.step === 'contracted' ? { ...stage, amountBefore: null, fullBefore: null } : stage,
  )
}

function visitStages(rows: readonly StepRow[]): Stage[] {
  return VISIT_STEPS.map((step, index): Stage => {
    const now = found(rows, step)
    const next = step === LAST_VISIT_STEP ? undefined : found(rows, VISIT_STEPS[index + 1])
    const amount = now?.amount ?? 0
    return {
      step,
      counted: 'visits',
      amount,
      amountBefore: before(now, 'amount'),
      share: now?.share_of_previous ?? null,
      full: amount - (next?.lost ?? 0),
      all: amount,
      fullBefore: before(next, 'share_of_previous'),
    }
  })
}

/**
 * Whether the report has the step. As long as nobody confirms an address it leaves that one out, which is decided in
 * `analytics/reports/funnel/steps.sql`: a parcel of empty cells would say that all of them were lost there.
 */
const isTold = (rows: readonly StepRow[], step: string): boolean =>
  step !== 'confirmed' || found(rows, step) !== undefined

function reservationStages(rows: readonly StepRow[]): Stage[] {
  const first = found(rows, 'reservation')
  const all = first?.amount ?? 0
  return RESERVATION_STEPS.filter((step) => isTold(rows, step)).map((step): Stage => {
    const now = found(rows, step)
    const amount = now?.amount ?? 0
    const isFirst = step === 'reservation'
    return {
      step,
      counted: 'reservations',
      amount,
      amountBefore: before(now, 'amount'),
      share: isFirst ? null : shareOf(amount, all),
      full: amount,
      all,
      fullBefore: isFirst ? null : shareOf(before(now, 'amount'), before(first, 'amount')),
    }
  })
}

export const lostOf = ({ all, full }: Stage): number => Math.max(0, all - full)

const found = (rows: readonly StepRow[], step: string | undefined): StepRow | undefined =>
  rows.find((row) => row.step === step)

const before = (row: StepRow | undefined, name: 'amount' | 'share_of_previous'): number | null =>
  row?.[`${name}_before`] ?? null

export function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || !whole ? null : rounded(part * 1_000_000, whole)
}

/** „62 %“; below ten and close to a hundred „4,3 %“. */
export function percent(ppm: number): string {
  const isFine = ppm > 0 && ppm < 1_000_000 && (ppm < 100_000 || ppm > 990_000)
  const value = isFine ? rounded(ppm, 1000) / 10 : rounded(ppm, 10_000)
  return `${formatNumber(value)}\u00a0%`
}

/** What part of what came so far: „13 % vom Schritt davor“. */
export function shareWords({ share, counted, step }: Stage): string {
  if (share === null)
    return step === 'landing' || step === 'reservation' ? '' : 'Anteil nicht bekannt'
  return `${percent(share)} ${counted === 'visits' ? 'vom Schritt davor' : 'der Reservierungen'}`
}

/** The same where there is little room. */
export const shareShort = ({ share }: Stage): string =>
  share === null ? '' : `davon ${percent(share)}`

/** „−62 %“; where most are lost beyond chance is said by the report. A contract that is not there yet is no loss. */
export function lossWords(stage: Stage): string {
  const { all, counted, step } = stage
  const lost = lostOf(stage)
  if (lost === 0) return ''
  if (counted === 'reservations') return waitingWords(stage, lost)
  const share = `−${percent(shareOf(lost, all) ?? 0)}`
  return step === 'landing' ? `${share}: sehen sich nur um` : share
}

const waitingWords = ({ step }: Stage, count: number): string =>
  `${formatNumber(count)} ${step === 'confirmed' ? 'ohne Bestätigung' : 'ohne Vertrag'}`

/** „9.585 gehen nicht weiter, davor −86 %“; of reservations only what it was before. */
export function moreWords(stage: Stage): string {
  const { counted: what, fullBefore } = stage
  const lost = lostOf(stage)
  if (what === 'reservations') return fullBefore === null ? '' : `davor ${percent(fullBefore)}`
  if (lost === 0) return ''
  const verb = counted(lost, 'einer geht nicht weiter', 'gehen nicht weiter')
  return fullBefore === null ? verb : `${verb}, davor −${percent(1_000_000 - fullBefore)}`
}

/** What one cell stands for: „eine Zelle: 50 Besuche“. */
export function cellWords(counted: Counted, unit: number): string {
  const [one, many] =
    counted === 'visits' ? ['ein Besuch', 'Besuche'] : ['eine Reservierung', 'Reservierungen']
  return `eine Zelle: ${unit === 1 ? one : `${formatNumber(unit)} ${many}`}`
}
