import type { Schemas } from '@/api/operations'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import type { NamedBar } from '@/ui/drawing/PairedBars'

/** More codes than this are read in the table. */
export const MOST_CODES = 20

type CodesRow = Schemas['ReferralsCodesRow']

export interface CodeBar extends NamedBar {
  valid: number
  validWords: string
  contracted: number
  contractedWords: string
}

/** The first codes as bars. What did not count is said beside what did. */
export const barsOf = (rows: readonly CodesRow[]): CodeBar[] =>
  rows.slice(0, MOST_CODES).map(({ code, recommender, uses, valid, contracted }) => ({
    value: code,
    name: `${code} · ${recommender}`,
    valid,
    validWords: uses > valid ? `${count(valid)} von ${count(uses)}` : count(valid),
    contracted,
    contractedWords: count(contracted),
  }))

const count = (value: number): string => formatCell('count', value)
