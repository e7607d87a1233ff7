import type { Schemas } from '@/api/operations'
import { formatMomentShort, formatNumber } from '@/lib/format'
import { operationPast } from '@/lib/operationWords'
import { MomentField } from '@/ui/fields/values'
import { personOf } from './request'
import { UndoAll } from './UndoAll'

type Operation = Schemas['RecentOperationOut']

/**
 * What was done to several reservations within a day, one's own and the team's, each with the way back as long
 * as there is one.
 */
export function Recent({ operations }: { operations: readonly Operation[] }) {
  const own = operations.filter((one) => one.is_own)
  const others = operations.filter((one) => !one.is_own)
  return (
    <>
      {own.length > 0 && <List title="Von Ihnen" operations={own} />}
      {others.length > 0 && <List title="Vom Team" operations={others} />}
    </>
  )
}

function List({ title, operations }: { title: string; operations: readonly Operation[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul className="ruled">
        {operations.map((one) => (
          <li key={one.operation_id}>
            <strong>
              {operationPast(one.name)}: {formatNumber(one.count)} Reservierungen
            </strong>
            <p className="flush tiny muted">
              {personOf(one.actor_name)}, <MomentField at={one.at} isShort />
            </p>
            {one.undo_until ? (
              <UndoAll operationId={one.operation_id} until={one.undo_until} />
            ) : (
              <p className="flush">{overWords(one)}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const overWords = ({ undone_at, undone_by_name }: Operation): string =>
  undone_at
    ? `Zurückgenommen von ${personOf(undone_by_name)}, ${formatMomentShort(undone_at)}.`
    : 'Zusammen lässt sich das nicht mehr zurücknehmen.'
