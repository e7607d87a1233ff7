import { formatDay, formatMoney, formatNumber } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import type { WeekResults } from '../experiment'

type Week = WeekResults['weeks'][number]

/** Weeks on and off: a cell each, and the numbers. */
export function Weeks({ weeks, measure }: { weeks: readonly Week[]; measure: string }) {
  return (
    <>
      <ol className="week-cells" aria-hidden="true">
        {weeks.map(({ first_day, is_on, cost_cents }) => (
          <li
            key={first_day}
            className={`${is_on ? 'is-on' : 'is-off'}${cost_cents === null ? ' is-ahead' : ''}`}
          />
        ))}
      </ol>
      <p className="tiny muted flush">
        Eine Zelle ist eine Woche: voll läuft die Kampagne, leer pausiert sie; blass liegt noch vor
        uns.
      </p>
      <PlainTable<Week>
        label="Tabelle: Wochen"
        rows={weeks}
        rowKey={({ first_day }) => first_day}
        columns={[
          { label: 'Woche ab', isText: true, render: ({ first_day }) => formatDay(first_day) },
          { label: 'Kampagne', render: plan },
          { label: measure, isNumeric: true, render: count },
          { label: 'Kosten', isNumeric: true, render: costs },
        ]}
        narrow={(row) => ({
          title: `Woche ab ${formatDay(row.first_day)}`,
          meta: `${plan(row)}, Kosten ${costs(row)}`,
          aside: count(row),
        })}
      />
    </>
  )
}

const plan = ({ is_on }: Week): string => (is_on ? 'läuft' : 'pausiert')
const count = ({ count: found }: Week): string => (found === null ? '–' : formatNumber(found))
const costs = ({ cost_cents }: Week): string =>
  cost_cents === null ? '–' : formatMoney(cost_cents)
