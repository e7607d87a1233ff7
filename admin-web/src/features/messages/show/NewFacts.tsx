import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { UndoNotice } from '@/ui/page/UndoNotice'
import type { Conversation, Household, NewFact } from '../message'

const LABELS: Record<NewFact['field'], string> = {
  postcode: 'Postleitzahl',
  mobile_phone: 'Mobilnummer',
}

interface NewFactsProps {
  household: Household
  facts: Conversation['new_facts']
}

/** What the household writes that its reservation does not say; `b` takes over the first. */
export function NewFacts({ household, facts }: NewFactsProps) {
  const { take, isRunning, problem } = useTake(household)
  useShortcut('b', () => facts[0] && !isRunning && void take(facts[0]))
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="new-facts-title">
      <h2 id="new-facts-title">
        Neu in der Nachricht <Key name="b" />
      </h2>
      {problem && <p role="alert">{problem}</p>}
      <ul className="suggestions">
        {facts.map((fact) => (
          <li key={`${fact.field} ${fact.value}`}>
            <span>
              {fact.value}
              <small>{LABELS[fact.field]}, in der Reservierung anders</small>
            </span>
            <Button
              variant="outlined"
              size="small"
              disabled={isRunning}
              onClick={() => void take(fact)}
            >
              Übernehmen<span className="visually-hidden">: {fact.value}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stores a fact as a correction, which can be taken back. */
function useTake({ reservation_id }: Household) {
  const { run, isRunning, problem } = useStaffChange('conversations', 'reservations')
  const notify = useNotify()
  async function take({ field, value, version }: NewFact) {
    const saved = await run('patch', '/api/staff/reservations/{reservation_id}', {
      params: { path: { reservation_id } },
      body: { version, [field]: value },
    })
    if (!saved) return
    const operation = saved.undo?.name === 'edited' ? saved.undo.operation_id : null
    const words = `${LABELS[field]} in die Reservierung übernommen.`
    notify(<UndoNotice words={words} operationId={operation} />, { autoHideDuration: 10_000 })
  }
  return { take, isRunning, problem }
}
