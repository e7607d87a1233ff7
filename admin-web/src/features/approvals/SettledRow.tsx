import { MomentField } from '@/ui/fields/values'
import { LeftOut } from './LeftOut'
import { type OperationRequest, personOf, settledWords, titleOf } from './request'
import { UndoAll } from './UndoAll'

/** A request that is decided, or that nobody answered in time. */
export function SettledRow({ request }: { request: OperationRequest }) {
  return (
    <li>
      <strong>{titleOf(request)}</strong>
      <p className="flush">{settledWords(request)}</p>
      <LeftOut request={request} />
      {request.undo && (
        <UndoAll operationId={request.undo.operation_id} until={request.undo.until} />
      )}
      <p className="flush tiny muted">
        Vorgelegt von {personOf(request.asked_by_name)},{' '}
        <MomentField at={request.asked_at} isShort />
      </p>
    </li>
  )
}
