import { daysBefore } from '@/lib/days'
import { berlinDay } from '@/lib/reservationWords'
import {
  FILTER_FIELDS,
  type OwnValue,
  type ParameterSpec,
  type Parameters,
} from '../frame/parameters/parameters'
import { COMPARISONS, type Comparison, type Period } from '../frame/parameters/periods'
import type { Given, ReportInfo, ReportParameter } from './schedule'

const SHARED = new Set([
  'from',
  'to',
  'reserved_from',
  'reserved_to',
  'compare',
  'compare_from',
  'compare_to',
  'with_bots',
])
const isFilter = (name: string): boolean => name.startsWith('only_')

/** Parameters of the report alone. */
export const ownParameters = ({ parameters }: ReportInfo): ReportParameter[] =>
  parameters.filter(({ name }) => !SHARED.has(name) && !isFilter(name))

/** What a report takes, as its page would say it, without the period: that moves. */
export function specOf(
  report: ReportInfo,
): Required<Omit<ParameterSpec, 'shown' | 'standardPeriod'>> {
  const takes = (name: string) => report.parameters.some((one) => one.name === name)
  return {
    period: false,
    comparison: takes('compare'),
    bots: takes('with_bots'),
    filters: report.parameters.some(({ name }) => isFilter(name)),
    own: Object.fromEntries(ownParameters(report).map((one) => [one.name, standardOf(one)])),
  }
}

/** A list stands for what may be left out, as on the pages of reports. */
function standardOf({ kind, default: standard }: ReportParameter): OwnValue {
  if (standard === null || kind === 'texts') return Array.isArray(standard) ? standard : []
  return String(standard)
}

/** The parameters of a schedule as the filter bar of reports holds them. */
export function barParameters(given: Given, report: ReportInfo, period: Period | null): Parameters {
  const compare = String(given.compare ?? 'none')
  return {
    ...(period ?? someDays()),
    // Fixed days make no sense beside a period that moves.
    compare:
      compare === 'own' ? 'previous' : compare in COMPARISONS ? (compare as Comparison) : 'none',
    compared: null,
    with_bots: given.with_bots === true,
    filters: Object.fromEntries(
      FILTER_FIELDS.flatMap((field) => {
        const values = given[`only_${field}`]
        return Array.isArray(values) && values.length > 0 ? [[field, values.map(String)]] : []
      }),
    ),
    own: Object.fromEntries(
      ownParameters(report).map((one) => [one.name, ownOf(given[one.name], standardOf(one))]),
    ),
  }
}

/** In which days values of filters are looked for where the server has not said the period yet. */
function someDays(): Period {
  const to = berlinDay()
  return { from: daysBefore(to, 89), to }
}

function ownOf(value: unknown, standard: OwnValue): OwnValue {
  if (value === undefined || value === null) return standard
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  return typeof standard === 'string' ? (texts[0] ?? standard) : texts
}

/** The other way: typed as the server keeps them. */
export function givenOf(parameters: Parameters, report: ReportInfo): Given {
  const { comparison, bots, filters } = specOf(report)
  return {
    ...(comparison && { compare: parameters.compare }),
    ...(bots && { with_bots: parameters.with_bots }),
    ...Object.fromEntries(
      ownParameters(report).flatMap((one) => {
        const value = typedValue(parameters.own[one.name] ?? standardOf(one), one.kind)
        return value === undefined ? [] : [[one.name, value]]
      }),
    ),
    ...(filters &&
      Object.fromEntries(
        Object.entries(parameters.filters).map(([field, values]) => [`only_${field}`, values]),
      )),
  }
}

function typedValue(value: OwnValue, kind: string): unknown {
  if (kind === 'texts') return value.length > 0 ? value : undefined
  const text = typeof value === 'string' ? value : value[0]
  if (text === undefined) return undefined
  if (kind === 'flag') return text === 'true'
  return kind === 'whole' && /^-?\d+$/.test(text) ? Number(text) : text
}
