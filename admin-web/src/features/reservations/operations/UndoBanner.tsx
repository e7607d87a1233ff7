import Button from '@mui/material/Button'
import type { Schemas } from '@/api/operations'
import { formatMomentShort } from '@/lib/format'
import { operationPast } from '@/lib/operationWords'

import { useUndo } from './useUndo'

/** Stands on a reservation as long as its last operation can be taken back. */
export function UndoBanner({ undo }: { undo: Schemas['UndoOut'] }) {
  const { mutate, isPending } = useUndo()
  return (
    <section className="notice-band" aria-label="Rückgängig machen">
      <p>
        <strong>{operationPast(undo.name)}.</strong> Rückgängig machen geht bis{' '}
        <time dateTime={undo.until}>{formatMomentShort(undo.until)}</time>.
      </p>
      <Button disabled={isPending} onClick={() => mutate(undo.operation_id)}>
        Rückgängig machen
      </Button>
    </section>
  )
}
