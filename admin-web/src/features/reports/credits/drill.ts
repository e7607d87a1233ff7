import { reservationsPath } from '@/lib/reservationsPath'

/** The states that hold a spot, whose reservations the report counts. */
const HOLDING = ['reserved', 'invited', 'contracted', 'active']

interface Choice {
  package?: number
  plan?: string
}

/** The list of the reservations behind a number: those of the report, or of one package and plan. */
export function reservationsOf(
  parameters: Readonly<Record<string, unknown>>,
  choice: Choice = {},
): string {
  const kwh = choice.package ?? numberOf(parameters.package)
  const plan = choice.plan ?? (parameters.plan === 'all' ? undefined : parameters.plan)
  return reservationsPath({
    park: parameters.park,
    state: HOLDING,
    ...(kwh !== undefined && { annual_kwh: [kwh] }),
    ...(plan !== undefined && { payment_plan: plan }),
    ...(parameters.reserved_from ? { created_from: parameters.reserved_from } : {}),
    ...(parameters.reserved_to ? { created_to: parameters.reserved_to } : {}),
  })
}

const numberOf = (value: unknown): number | undefined =>
  value === 'all' ? undefined : Number(value)

/** Where the numbers of reservations of a row of one package and plan lead. */
export const linkToRow =
  (parameters: Readonly<Record<string, unknown>>) =>
  (column: string, row: { package: number; plan: string }): string | null =>
    column === 'reservations'
      ? reservationsOf(parameters, { package: row.package, plan: row.plan })
      : null
