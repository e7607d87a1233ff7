import Button from '@mui/material/Button'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { MoneyField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { Payer } from './Payer'
import { RENEWED } from './payment'

type Row = Schemas['OverpaidOut']

/** What households have paid too much: it pays what falls due next, or goes back, and either way can be taken back. */
export function Overpaid({ rows }: { rows: readonly Row[] }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  if (rows.length === 0) return null
  const button = ({ contract_id, is_refunded, payer }: Row) => (
    <Button
      disabled={isRunning}
      onClick={() =>
        run('post', `/api/staff/bank/overpaid/{contract_id}/${is_refunded ? 'keep' : 'refund'}`, {
          params: { path: { contract_id } },
        })
      }
    >
      {is_refunded ? 'Doch verrechnen' : 'Erstatten'}
      <span className="visually-hidden">: {payer.number}</span>
    </Button>
  )
  return (
    <>
      <h3>Zu viel gezahlt</h3>
      {problem && <p role="alert">{problem}</p>}
      <PlainTable
        label="Tabelle: Zu viel gezahlt"
        rows={[...rows]}
        rowKey={({ contract_id, is_refunded }) => `${contract_id} ${is_refunded}`}
        columns={[
          { label: 'Vertrag', render: ({ payer }) => <Payer payer={payer} name="" /> },
          {
            label: 'Betrag',
            isNumeric: true,
            render: ({ amount_cents }) => <MoneyField cents={amount_cents} />,
          },
          {
            label: 'Was damit geschieht',
            render: (row) => (
              <>
                {row.is_refunded
                  ? 'geht mit den nächsten Überweisungen zurück '
                  : 'zahlt, was als Nächstes fällig wird '}
                {button(row)}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
