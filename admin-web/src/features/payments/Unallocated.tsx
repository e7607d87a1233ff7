import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatMoney } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { MOVEMENT_COLUMNS, narrowMovement } from './movements'
import { type Movement, RENEWED } from './payment'

/** Movements whose owner nobody knows yet; nothing where there are none. */
export function Unallocated() {
  const { data } = useStaffQuery('/api/staff/bank/lines', {
    params: { query: { finding: 'unallocated' } },
  })
  const [asked, setAsked] = useState<Movement>()
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  if (!data || data.data.length === 0) return null
  const settle = (id: number, how: 'send-back' | 'fee') =>
    run('post', `/api/staff/bank/lines/{line_id}/${how}`, { params: { path: { line_id: id } } })
  const button = (words: string, onClick: () => void) => (
    <Button disabled={isRunning} onClick={onClick}>
      {words}
    </Button>
  )
  const buttons = (line: Movement) => (
    <span className="buttons">
      {line.amount_cents < 0 ? (
        button('Gebühr der Bank', () => settle(line.id, 'fee'))
      ) : (
        <>
          {button('Zuordnen', () => setAsked(line))}
          {button('Zurücküberweisen', () => settle(line.id, 'send-back'))}
        </>
      )}
    </span>
  )
  return (
    <Section name="unallocated" title="Zahlungen ohne Vertrag">
      {problem && <p role="alert">{problem}</p>}
      <PlainTable
        label="Tabelle: Zahlungen ohne Vertrag"
        columns={[...MOVEMENT_COLUMNS, { label: 'Was es ist', render: buttons }]}
        rows={data.data}
        rowKey={({ id }) => id}
        narrow={(line) => ({ ...narrowMovement(line), more: buttons(line) })}
      />
      {asked && <AllocateDialog line={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

function AllocateDialog({ line, onClose }: { line: Movement; onClose: () => void }) {
  return (
    <EditDialog
      title="Zahlung zuordnen"
      button="Zuordnen"
      schema="AllocateIn"
      start={{ number: '' }}
      save={(call, body) =>
        call('post', '/api/staff/bank/lines/{line_id}/allocate', {
          params: { path: { line_id: line.id } },
          body,
        })
      }
      codes={{ unknown_number: 'number' }}
      renews={RENEWED}
      done="Zugeordnet. Unter „Bewegungen“ können Sie es zurücknehmen."
      onClose={onClose}
    >
      <p className="flush">
        {formatMoney(line.amount_cents)} von {line.name}, {formatDay(line.booked_on)}
      </p>
      <TextInput source="number" label="Vertragsnummer" required autoFocus />
    </EditDialog>
  )
}
