import type { Schemas } from '@/api/operations'
import type { ReportOf } from '../frame/document'

export type Totals = Schemas['CreditsTotalsRow']
export type CreditReport = ReportOf<'credits'>

/** The scenario that pictures begin with. */
export const FIRST_SCENARIO = 'Realistisch'

/** Scenarios by name, in their order. */
export const scenarioNames = (rows: readonly { scenario: string }[]): string[] => [
  ...new Set(rows.map(({ scenario }) => scenario)),
]
