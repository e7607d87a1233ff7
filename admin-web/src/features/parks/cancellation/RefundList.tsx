import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatDay, formatMoney } from '@/lib/format'
import { stateWords } from '@/lib/states'
import { ExportDialog } from '@/ui/export/ExportDialog'
import { MoneyField } from '@/ui/fields/values'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { useArrivalProps } from '@/ui/page/useArrival'
import type { Park } from '@/ui/park/capacity'

type Refunds = Schemas['RefundsOut']
type Refund = Schemas['RefundOut']

const COLUMNS: PlainColumn<Refund>[] = [
  {
    label: 'Haushalt',
    render: ({ reservation_id, name, reference }) => (
      <>
        <Link to={`/reservations/${reservation_id}/show`}>{name}</Link>
        <small className="unbroken">{reference}</small>
      </>
    ),
  },
  { label: 'Platz', isNumeric: true, render: ({ spot_number }) => spot_number },
  { label: 'Stand bei der Absage', render: ({ state_before }) => stateWords(state_before) },
  {
    label: 'Kartenprüfung',
    isNumeric: true,
    render: ({ card_check_cents, is_card_check_refunded }) => (
      <>
        <MoneyField cents={card_check_cents} />
        {is_card_check_refunded && <small>erstattet</small>}
      </>
    ),
  },
  {
    label: 'Einrichtung, höchstens',
    isNumeric: true,
    render: ({ setup_fee_cents }) => <MoneyField cents={setup_fee_cents} />,
  },
  {
    label: 'Preis oder Raten, höchstens',
    isNumeric: true,
    render: ({ price_cents }) => <MoneyField cents={price_cents} />,
  },
  {
    label: 'Zusammen, höchstens',
    isNumeric: true,
    render: ({ total_cents }) => (
      <b>
        <MoneyField cents={total_cents} />
      </b>
    ),
  },
]

/** Who is owed what after a park was called off, and until when. */
export function RefundList({ park }: { park: Park }) {
  const arrival = useArrivalProps('refunds')
  const [isExporting, setExporting] = useState(false)
  const refunds = useStaffQuery('/api/staff/parks/{park}/refunds', {
    params: { path: { park: park.id } },
  }).data?.refunds
  if (!refunds) return null
  return (
    <section {...arrival} className="sheet" aria-labelledby="refunds-title">
      <div className="head-row">
        <h2 id="refunds-title">
          Erstattungen <span className="marker">bis {formatDay(refunds.due_on)}</span>
        </h2>
        {refunds.rows.length > 0 && (
          <Button variant="outlined" onClick={() => setExporting(true)}>
            Exportieren
          </Button>
        )}
      </div>
      <p className="muted">{refundWords(refunds)}</p>
      {refunds.rows.length > 0 && (
        <PlainTable
          label="Tabelle der Erstattungen"
          columns={COLUMNS}
          rows={refunds.rows}
          rowKey={({ reservation_id }) => reservation_id}
        />
      )}
      {isExporting && <RefundExport park={park} onClose={() => setExporting(false)} />}
    </section>
  )
}

/** „3 Haushalte, zusammen höchstens 259,14 €. 411 haben nichts bezahlt.“ */
function refundWords({ rows, unpaid, total_cents }: Refunds): string {
  const nobody = counted(unpaid, 'Einer hat nichts bezahlt.', 'haben nichts bezahlt.')
  if (rows.length === 0) return `Niemandem ist etwas zu erstatten. ${nobody}`
  const who = counted(rows.length, 'Ein Haushalt', 'Haushalte')
  return `${who}, zusammen höchstens ${formatMoney(total_cents)}. ${nobody} Bei Einrichtung und Preis steht, was bis zur Absage fällig war. Was Haushalte mit Unterlagen wirklich gezahlt haben und zurückbekommen, steht unter „Zahlungen“.`
}

/** The refunds as a file for the accounts department. */
function RefundExport({ park, onClose }: { park: Park; onClose: () => void }) {
  return (
    <ExportDialog
      title="Erstattungen exportieren"
      wish={(format) => ({ resource: 'refunds', format, park: park.id })}
      onClose={onClose}
    >
      <p className="flush">
        Ein Haushalt je Zeile, mit Beträgen und Frist. Der Export wird protokolliert: wer, wann, wie
        viele Zeilen.
      </p>
    </ExportDialog>
  )
}
