import type { Schemas } from '@/api/operations'
import type { Cell, ReportDocument } from '../frame/document'
import { valueWords } from '../frame/filters/filterWords'
import { COMPARISONS, type Comparison, periodWords } from '../frame/parameters/periods'
import { FIELD_LABELS } from '../frame/parameters/words'

export const LIST_PATH = '/reports/kept'

/** A run of a report that was kept. */
export type KeptRun = Schemas['ReportRunOut']

/** A kept run with its result, in the shape of a live answer. */
export type KeptReport = Omit<Schemas['KeptRunOut'], 'answer'> & { answer: ReportDocument }

export type Happening = Schemas['HappeningOut']
export type FigureChange = Schemas['FigureOut']
export type RowChange = Schemas['RowChangeOut']
export type TableChanges = Schemas['TableChangesOut']
/** Two runs of a report. */
export type StandComparison = Schemas['ComparisonOut']
/** The document does not say that what stands in a changed place is what stands in a table. */
export const cell = (value: unknown) => value as Cell

type Given = Readonly<Record<string, unknown>>

export const runPath = (id: number): string => `${LIST_PATH}/${id}`
export const comparePath = (id: number): string => `${LIST_PATH}/${id}/changes`

/** „24.08.2026 bis 21.11.2026“; of a report without a period nothing. */
export function periodOfRun({ from, to }: Given): string {
  return typeof from === 'string' && typeof to === 'string' ? periodWords({ from, to }) : ''
}

/** What a report is asked besides its period, as far as people share it between reports. */
export function sharedWords(parameters: Given): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (name === 'compare')
      return value === 'none' ? [] : [`Vergleich: ${COMPARISONS[value as Comparison] ?? value}`]
    if (name === 'with_bots') return value === true ? ['mit Bots'] : []
    if (!name.startsWith('only_') || !Array.isArray(value)) return []
    const field = name.slice('only_'.length)
    return [`${FIELD_LABELS[field] ?? field}: ${valueWords(field, value)}`]
  })
}

/** What a run was asked besides its period, in the words of the server. */
export const runWords = ({ parameters, asked }: KeptRun): string[] => [
  ...sharedWords({ compare: parameters.compare ?? 'none' }),
  ...asked.map(({ label, words }) => `${label}: ${words}`),
]

/** The query with which the live report shows the same. */
export function queryOf(parameters: Given): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) query.append(name, String(one))
  return query
}
