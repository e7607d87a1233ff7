import { PeriodFields } from '@/features/reports/frame/filters/PeriodFields'
import type { OwnValue, Parameters } from '@/features/reports/frame/parameters/parameters'
import type { ControlsProps } from '@/features/reports/frame/ReportPage'

type ReservedFieldProps = Pick<ControlsProps, 'problems' | 'changeOwn'> & {
  own: Parameters['own']
}

/** Of which days the reservations are that count: all, or a period as other reports have it. */
export function ReservedField({ own, problems, changeOwn }: ReservedFieldProps) {
  const [from, to] = [dayOf(own.reserved_from), dayOf(own.reserved_to)]
  return (
    <PeriodFields
      label="Reserviert"
      without="Alle Reservierungen"
      period={from || to ? { from, to } : null}
      problems={endProblems(problems)}
      onPeriod={(period) =>
        changeOwn({
          reserved_from: ownDay(period?.from),
          reserved_to: ownDay(period?.to),
        })
      }
    />
  )
}

const dayOf = (value: OwnValue | undefined): string =>
  typeof value === 'string' ? value : (value?.[0] ?? '')

const ownDay = (day: string | undefined): string[] => (day ? [day] : [])

/** The server names the two days as the report does. */
const endProblems = (problems: ControlsProps['problems']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, words]) =>
      name.startsWith('reserved_') ? [[name.slice('reserved_'.length), words]] : [],
    ),
  )
