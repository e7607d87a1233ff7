/** What a list can be narrowed down to, and how that reads. The same for all lists. */

import type { ReactNode } from 'react'
import { formatDay } from '@/lib/format'

export type FilterValues = Record<string, string>

export interface FilterChoice {
  value: string
  label: string
}

export interface Filter {
  /** The parameter of the staff API; for periods the beginning of `…_from` and `…_to`. */
  name: string
  label: string
  /**
   * `many`: several values, joined by commas. `period`: two days. `until`: one day. `text`: words,
   * in a field that is always there. `search`: set elsewhere and only removed here. `own`: a field of its feature.
   */
  kind: 'many' | 'one' | 'period' | 'until' | 'number' | 'text' | 'search' | 'own'
  choices?: readonly FilterChoice[] | undefined
  /** The parameters it sets, where the name does not say them. */
  parameters?: readonly string[]
  /** Of the kind `own`: what it is set to in words, and its field. */
  own?: { words: (values: FilterValues) => ReactNode; input: ReactNode }
}

/** The parameters of the API that a filter sets. */
export const parametersOf = ({ name, kind, parameters }: Filter): readonly string[] =>
  parameters ?? (kind === 'period' ? [`${name}_from`, `${name}_to`] : [name])

export const isSet = (filter: Filter, values: FilterValues): boolean =>
  parametersOf(filter).some((name) => Boolean(values[name]))

/** The values without those of one filter. */
export function without(values: FilterValues, filter: Filter): FilterValues {
  const gone = parametersOf(filter)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !gone.includes(name)))
}

/** Puts a value into a comma list, or takes it out. */
export function toggled(list: string | undefined, value: string): string {
  const values = list ? list.split(',') : []
  return (
    values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  ).join()
}

/** What a filter is set to, as it stands on its chip: „Reserviert, Eingeladen“. */
export function filterWords(filter: Filter, values: FilterValues): ReactNode {
  if (!isSet(filter, values)) return ''
  if (filter.own) return filter.own.words(values)
  const [first = '', last = ''] = parametersOf(filter)
  const value = values[first] ?? ''
  switch (filter.kind) {
    case 'period':
      return periodWords(value, values[last])
    case 'until':
      return formatDay(value)
    default:
      return choiceWords(filter, value)
  }
}

function choiceWords({ kind, choices = [] }: Filter, value: string): string {
  const labels = new Map(choices.map((choice) => [choice.value, choice.label]))
  const word = (one: string) => labels.get(one) ?? one
  return kind === 'many' ? value.split(',').filter(Boolean).map(word).join(', ') : word(value)
}

function periodWords(from = '', to = ''): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`
  if (from) return `ab ${formatDay(from)}`
  return to && `bis ${formatDay(to)}`
}

/** Only what is set, as strings: the way filters are saved and sent. */
export function plainFilters(values: Record<string, unknown>): FilterValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** Values and their names as choices of a filter. */
export const choicesOf = (names: readonly (readonly [string, string])[]): FilterChoice[] =>
  names.map(([value, label]) => ({ value, label }))
