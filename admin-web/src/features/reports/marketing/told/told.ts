import type { Schemas } from '@/api/operations'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'
import { cellUnit } from '@/ui/drawing/cells'

export type AnswerRow = Schemas['ToldAnswersRow']
export type CrossingRow = Schemas['ToldCellsRow']

/** More origins than this stand together in the last column of the picture; the table has them all. */
const MOST_ORIGINS = 7
/** Cells of one crossing at most, so that a picture of thousands stays one. */
const MOST_CELLS = 60
const MERGED = 'Weitere Herkünfte'

/** Households that gave an answer, by where they were measured to come from. */
export interface MatrixRow {
  told: string
  isDecoy: boolean
  total: number
  /** One for each column; 0 where nobody did. */
  counts: readonly number[]
}

export interface Matrix {
  /** Measured origins, the most frequent first. */
  columns: readonly { name: string; total: number }[]
  rows: readonly MatrixRow[]
  /** How many households a cell stands for. */
  unit: number
}

/** The crossings as rows and columns, in the order of the answers. */
export function matrixOf(answers: readonly AnswerRow[], crossings: readonly CrossingRow[]): Matrix {
  const totals = new Map<string, number>()
  for (const { measured, answers: count } of crossings)
    totals.set(measured, (totals.get(measured) ?? 0) + count)
  const single = [...totals.keys()]
    .filter((name) => name !== MERGED)
    .sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0))
    .slice(0, MOST_ORIGINS)
  const columnOf = (measured: string) => (single.includes(measured) ? measured : MERGED)
  const names = single.length < totals.size ? [...single, MERGED] : single
  const rows = answers.map(({ told, is_decoy, answers: total }) => ({
    told,
    isDecoy: is_decoy,
    total,
    counts: names.map((name) =>
      sum(crossings.filter((one) => one.told === told && columnOf(one.measured) === name)),
    ),
  }))
  return {
    columns: names.map((name) => ({
      name,
      total: sum(crossings.filter((one) => columnOf(one.measured) === name)),
    })),
    rows,
    unit: cellUnit(Math.max(1, ...rows.flatMap(({ counts }) => counts)), MOST_CELLS),
  }
}

const sum = (rows: readonly CrossingRow[]): number =>
  rows.reduce((total, { answers }) => total + answers, 0)

/** What one cell of the picture is. */
export const unitWords = (unit: number): string =>
  unit === 1 ? 'Eine Zelle ist ein Haushalt.' : `Eine Zelle sind ${formatNumber(unit)} Haushalte.`

export interface ShareRange {
  told: string
  countWords: string
  /** In millionths, as counted and without guesses. */
  share: number
  corrected: number
  low: number
  high: number
  words: string
}

/** The answers of which something can be said once the guesses are taken out. */
export const rangesOf = (rows: readonly AnswerRow[]): ShareRange[] =>
  rows.flatMap(({ told, answers, share_ppm, ...row }) => {
    const { corrected_ppm, corrected_low_ppm, corrected_high_ppm } = row
    const isKnown =
      share_ppm !== null &&
      corrected_ppm !== null &&
      corrected_low_ppm !== null &&
      corrected_high_ppm !== null
    if (!isKnown) return []
    return {
      told,
      countWords: householdWords(answers),
      share: share_ppm,
      corrected: corrected_ppm,
      low: corrected_low_ppm,
      high: corrected_high_ppm,
      words: `${percent(corrected_ppm)}, zwischen ${percent(corrected_low_ppm)} und ${percent(corrected_high_ppm)}`,
    }
  })

export const householdWords = (count: number): string =>
  count === 1 ? 'ein Haushalt' : `${formatNumber(count)} Haushalte`

const percent = (ppm: number): string => formatCell('share_ppm', ppm)
