import Button from '@mui/material/Button'
import { useState } from 'react'
import { operationLabel } from '@/lib/operationWords'
import { Section } from '@/ui/page/Section'
import { OperationDialog } from '../operations/OperationDialog'
import { isOfUse } from '../operations/recordActions'
import type { OfferedOperation, Reservation } from '../types'

/** The way a reservation usually goes; the first of them that is allowed is the next step. */
const FORWARD = ['invite', 'contract', 'activate']
/** These have a place of their own on the page. */
const ELSEWHERE = new Set(['add_tag', 'remove_tag', 'set_follow_up', 'merge'])

/** What can be done now, the usual next step first, and why the rest cannot. */
export function OperationList({ record }: { record: Reservation }) {
  const [chosen, setChosen] = useState<string>()
  const offered = record.operations.filter(
    ({ name }) => !ELSEWHERE.has(name) && isOfUse(name, record),
  )
  const next = offered.find(({ name, allowed }) => allowed && FORWARD.includes(name))
  const others = offered.filter((operation) => operation.allowed && operation !== next)
  const refused = offered.filter(({ allowed }) => !allowed)
  return (
    <Section title="Vorgänge">
      {!next && others.length === 0 && (
        <p className="muted">In diesem Stand ist nichts mehr zu tun.</p>
      )}
      <div className="operations">
        {next && (
          <Button variant="contained" color="secondary" onClick={() => setChosen(next.name)}>
            {operationLabel(next.name)}
          </Button>
        )}
        {others.map(({ name }) => (
          <Button key={name} onClick={() => setChosen(name)}>
            {operationLabel(name)}
          </Button>
        ))}
      </div>
      <Refused operations={refused} />
      {chosen && (
        <OperationDialog
          name={chosen}
          ids={[record.id]}
          version={record.version}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Section>
  )
}

function Refused({ operations }: { operations: OfferedOperation[] }) {
  if (operations.length === 0) return null
  return (
    <details className="not-possible">
      <summary>Nicht möglich</summary>
      <dl>
        {operations.map(({ name, refusal }) => (
          <div key={name}>
            <dt>{operationLabel(name)}</dt>
            <dd>{refusal}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
