import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatMoney } from '@/lib/format'
import { DayField, MoneyField } from '@/ui/fields/values'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { Overpaid } from './Overpaid'
import { Payer } from './Payer'
import type { OpenItem } from './payment'
import { Reminders } from './Reminders'

const COLUMNS: PlainColumn<OpenItem>[] = [
  { label: 'Vertrag', render: ({ payer }) => <Payer payer={payer} name="" /> },
  {
    label: 'Fällig',
    render: ({ due, days_late }) => (
      <span className={days_late > 0 ? 'late' : undefined}>
        <DayField on={due} />
        {days_late > 0 && (
          <>
            <br />
            <small>seit {counted(days_late, 'einem Tag', 'Tagen')}</small>
          </>
        )}
      </span>
    ),
  },
  {
    label: 'Betrag',
    isNumeric: true,
    render: ({ amount_cents }) => <MoneyField cents={amount_cents} />,
  },
  {
    label: 'Offen',
    isNumeric: true,
    render: ({ open_cents }) => <MoneyField cents={open_cents} />,
  },
  { label: 'Erinnerung', render: (item) => <Reminders item={item} /> },
]

/** What is due and not paid in full, the oldest first. */
export function OpenItems() {
  const { data } = useStaffQuery('/api/staff/bank/open-items')
  if (!data) return null
  const { data: items, total_cents } = data
  return (
    <Section title="Offene Posten">
      {items.length === 0 ? (
        <p className="muted">Niemand schuldet etwas.</p>
      ) : (
        <>
          <p>
            {counted(items.length, 'Ein Posten', 'Posten')}, zusammen {formatMoney(total_cents)}.
          </p>
          <PlainTable
            label="Tabelle: Offene Posten"
            columns={COLUMNS}
            rows={items}
            rowKey={({ payer, due, amount_cents }) => `${payer.number} ${due} ${amount_cents}`}
            narrow={(item) => ({
              title: <Payer payer={item.payer} name="" />,
              meta: item.days_late > 0 && `seit ${counted(item.days_late, 'einem Tag', 'Tagen')}`,
              aside: <MoneyField cents={item.open_cents} />,
              asideMeta: <DayField on={item.due} isShort />,
              more: <Reminders item={item} />,
            })}
          />
        </>
      )}
      <Overpaid rows={data.overpaid} />
    </Section>
  )
}
