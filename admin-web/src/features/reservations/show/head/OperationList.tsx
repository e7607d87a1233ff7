import Button from '@mui/material/Button'
import { operationLabel } from '@/lib/operationWords'
import { isOfUse } from '../../operations/recordActions'
import type { OfferedOperation, Reservation } from '../../types'

/** These have a place of their own on the page. */
const ELSEWHERE = new Set(['add_tag', 'remove_tag', 'set_follow_up', 'merge'])

interface OperationListProps {
  record: Reservation
  onChoose: (name: string) => void
}

/** What can be done now, the usual next step first, and why the rest cannot. */
export function OperationList({ record, onChoose }: OperationListProps) {
  const offered = record.operations.filter(
    ({ name }) => !ELSEWHERE.has(name) && isOfUse(name, record),
  )
  const isNext = ({ name }: OfferedOperation) => name === record.next_operation
  const allowed = offered.filter((operation) => operation.allowed)
  const inOrder = [...allowed.filter(isNext), ...allowed.filter((one) => !isNext(one))]
  return (
    <>
      {inOrder.length === 0 && <p className="muted">In diesem Stand ist nichts mehr zu tun.</p>}
      <div className="operations">
        {inOrder.map(({ name }) => (
          <Button key={name} onClick={() => onChoose(name)}>
            {operationLabel(name)}
          </Button>
        ))}
      </div>
      <Refused operations={offered.filter((operation) => !operation.allowed)} />
    </>
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
