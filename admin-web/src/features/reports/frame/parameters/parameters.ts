import { berlinDay } from '@/lib/reservationWords'
import {
  COMPARISONS,
  type Comparison,
  type Period,
  type Preset,
  periodOf,
  STANDARD_PRESET,
} from './periods'
import { FIELD_LABELS } from './words'

/** One value, or several under the same name. */
export type OwnValue = string | readonly string[]

/** What a report takes, besides its own parameters with their defaults. */
export interface ParameterSpec {
  period?: boolean
  /** The period shown where the address names none. */
  standardPeriod?: Preset
  comparison?: boolean
  bots?: boolean
  filters?: boolean
  /** Parameters of this report alone, with the value each has where the address does not say. */
  own?: Readonly<Record<string, OwnValue>>
  /** The same for choices that change the picture alone: the server is not asked again. */
  shown?: Readonly<Record<string, OwnValue>>
}

/** Field → the values looked at; '' stands for touches without the field. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** Everything a report is asked with. The address of its page holds the same. */
export interface Parameters extends Period {
  compare: Comparison
  /** The period compared with, where it is chosen freely; null: the server decides. */
  compared: Period | null
  with_bots: boolean
  filters: Filters
  own: Readonly<Record<string, OwnValue>>
}

/** The fields in the order they are offered. */
export const FILTER_FIELDS = Object.keys(FIELD_LABELS)

export function readParameters(
  search: URLSearchParams,
  spec: ParameterSpec,
  today: string = berlinDay(),
): Parameters {
  const standard = periodOf(spec.standardPeriod ?? STANDARD_PRESET, today)
  const compare = search.get('compare') ?? ''
  return {
    from: search.get('from') ?? standard.from,
    to: search.get('to') ?? standard.to,
    compare: compare in COMPARISONS ? (compare as Comparison) : 'none',
    compared: compare === 'own' ? readCompared(search) : null,
    with_bots: search.get('with_bots') === 'true',
    filters: readFilters(search),
    own: Object.fromEntries(
      Object.entries(standardsOf(spec)).map(([name, standardValue]) => [
        name,
        readOwn(search.getAll(name), standardValue),
      ]),
    ),
  }
}

function readCompared(search: URLSearchParams): Period | null {
  const from = search.get('compare_from')
  const to = search.get('compare_to')
  return from && to ? { from, to } : null
}

function setCompared(query: URLSearchParams, { compare, compared }: Parameters): void {
  if (compare !== 'own' || !compared) return
  query.set('compare_from', compared.from)
  query.set('compare_to', compared.to)
}

const standardsOf = (spec: ParameterSpec): Readonly<Record<string, OwnValue>> => ({
  ...spec.own,
  ...spec.shown,
})

function readFilters(search: URLSearchParams): Filters {
  const found: Record<string, string[]> = {}
  for (const field of FILTER_FIELDS) {
    const values = search.getAll(`only_${field}`)
    if (values.length > 0) found[field] = [...new Set(values)]
  }
  return found
}

function readOwn(given: string[], standard: OwnValue): OwnValue {
  if (given.length === 0) return standard
  return typeof standard === 'string' ? (given[0] ?? standard) : given
}

/** What the server is asked: everything the report takes, whether it is the standard or not. */
export function reportQuery(parameters: Parameters, spec: ParameterSpec): string {
  const query = new URLSearchParams()
  if (spec.period) {
    query.set('from', parameters.from)
    query.set('to', parameters.to)
  }
  if (spec.comparison) {
    query.set('compare', parameters.compare)
    setCompared(query, parameters)
  }
  if (spec.bots) query.set('with_bots', String(parameters.with_bots))
  for (const [name, standard] of Object.entries(spec.own ?? {}))
    append(query, name, parameters.own[name] ?? standard)
  if (spec.filters)
    for (const [field, values] of sortedFilters(parameters.filters))
      append(query, `only_${field}`, values)
  return query.toString()
}

/** The address's query: only what differs from the standard, so that addresses stay short. */
export function addressQuery(
  parameters: Parameters,
  spec: ParameterSpec,
  today: string = berlinDay(),
): string {
  const query = new URLSearchParams()
  const standard = periodOf(spec.standardPeriod ?? STANDARD_PRESET, today)
  if (parameters.from !== standard.from || parameters.to !== standard.to) {
    query.set('from', parameters.from)
    query.set('to', parameters.to)
  }
  if (parameters.compare !== 'none') query.set('compare', parameters.compare)
  setCompared(query, parameters)
  if (parameters.with_bots) query.set('with_bots', 'true')
  const standards = standardsOf(spec)
  for (const [name, value] of Object.entries(parameters.own))
    if (String(value) !== String(standards[name])) append(query, name, value)
  for (const [field, values] of sortedFilters(parameters.filters))
    append(query, `only_${field}`, values)
  return query.toString()
}

/** What other reports of the group take as well: period, comparison, bots, filters. */
export const sharedQuery = (parameters: Parameters, today: string = berlinDay()): string =>
  addressQuery({ ...parameters, own: {} }, {}, today)

/** Sets one field's values; none takes the filter away. */
export function withFilter(filters: Filters, field: string, values: readonly string[]): Filters {
  const { [field]: _, ...others } = filters
  return values.length > 0 ? { ...others, [field]: values } : others
}

const sortedFilters = (filters: Filters): [string, readonly string[]][] =>
  FILTER_FIELDS.flatMap((field) => {
    const values = filters[field]
    return values ? [[field, values] as [string, readonly string[]]] : []
  })

function append(query: URLSearchParams, name: string, value: OwnValue): void {
  for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
}

/** An own parameter of one value. */
export const ownText = (parameters: Parameters, name: string): string =>
  String(parameters.own[name] ?? '')
