import type { ParameterSpec, Parameters } from '../parameters/parameters'
import { periodWords } from '../parameters/periods'
import { FIELD_LABELS } from '../parameters/words'
import { formatCell } from '../tables/kinds'

/** The kind of a field's values: three fields have codes. */
export const valueKind = (field: string): string =>
  ['channel', 'channel_group', 'device'].includes(field) ? field : 'text'

export const valueName = (field: string, value: string): string =>
  formatCell(valueKind(field), value)

/** A filter's values as people read them: „google, bing“. */
export const valueWords = (field: string, values: readonly string[]): string =>
  values.map((value) => valueName(field, value)).join(', ')

/** What a report is asked, in words for paper: „24.08.2026 bis 21.11.2026 · Quelle: google · mit Bots“. */
export function askedWords(parameters: Parameters, takes: ParameterSpec): string {
  const { filters, with_bots } = parameters
  const fields = Object.entries(filters).map(
    ([field, values]) => `${FIELD_LABELS[field]}: ${valueWords(field, values)}`,
  )
  return [
    ...(takes.period ? [periodWords(parameters)] : []),
    ...(takes.filters ? fields : []),
    ...(takes.bots && with_bots ? ['mit Bots'] : []),
  ].join(' · ')
}
