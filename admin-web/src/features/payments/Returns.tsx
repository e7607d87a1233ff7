import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoney } from '@/lib/format'
import { MoneyField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { Payer } from './Payer'
import { RENEWED, type Returned } from './payment'

const DECISIONS = { retry: 'Noch einmal einziehen', transfer: 'Auf Überweisung warten' } as const

/** Debits that came back and wait for a person; nothing where there are none. */
export function Returns() {
  const { data } = useStaffQuery('/api/staff/bank/returns')
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const [writtenOff, writeOff] = useState<Returned>()
  if (!data || data.data.length === 0) return null
  const decide = (id: number, decision: keyof typeof DECISIONS) =>
    run('post', '/api/staff/bank/returns/{line_id}/decide', {
      params: { path: { line_id: id } },
      body: { decision },
    })
  const buttons = (line: Returned) => (
    <span className="buttons">
      {(['retry', 'transfer'] as const).map((decision) => (
        <Button key={decision} disabled={isRunning} onClick={() => decide(line.id, decision)}>
          {DECISIONS[decision]}
          <span className="visually-hidden">: {line.holder}</span>
        </Button>
      ))}
      <Button disabled={isRunning} onClick={() => writeOff(line)}>
        Ausbuchen
        <span className="visually-hidden">: {line.holder}</span>
      </Button>
    </span>
  )
  return (
    <Section title="Zurückgegebene Lastschriften">
      {problem && <p role="alert">{problem}</p>}
      <PlainTable
        label="Tabelle: Zurückgegebene Lastschriften"
        rows={data.data}
        rowKey={({ id }) => id}
        narrow={(line) => ({
          title: line.holder,
          meta: line.words,
          aside: <MoneyField cents={line.amount_cents} />,
          more: buttons(line),
        })}
        columns={[
          {
            label: 'Konto',
            render: ({ payer, holder, last_four }) => (
              <Payer payer={payer} name={holder} lastFour={last_four} />
            ),
          },
          { label: 'Grund der Bank', isText: true, render: ({ words }) => words },
          {
            label: 'Betrag',
            isNumeric: true,
            render: ({ amount_cents }) => <MoneyField cents={amount_cents} />,
          },
          { label: 'Wie es weitergeht', render: buttons },
        ]}
      />
      {writtenOff && <WriteOff line={writtenOff} onClose={() => writeOff(undefined)} />}
    </Section>
  )
}

/** Asks once: what is written off is not asked for again. */
const WriteOff = ({ line, onClose }: { line: Returned; onClose: () => void }) => (
  <EditDialog
    title={`${formatMoney(line.amount_cents)} ausbuchen: ${line.holder}`}
    button="Ausbuchen"
    isDangerous
    save={(call) =>
      call('post', '/api/staff/bank/returns/{line_id}/decide', {
        params: { path: { line_id: line.id } },
        body: { decision: 'write_off' },
      })
    }
    renews={RENEWED}
    done="Ausgebucht."
    onClose={onClose}
  >
    <p className="flush">
      Was der Haushalt von diesem Betrag noch schuldet, wird nicht mehr verlangt. Das lässt sich
      nicht zurücknehmen.
    </p>
  </EditDialog>
)
