import Button from '@mui/material/Button'
import { formatMomentShort } from '@/lib/format'
import { useUndo } from '@/ui/page/useUndo'

interface UndoAllProps {
  operationId: number
  until: string
}

/** Takes back all of an operation, by whoever may do it. */
export function UndoAll({ operationId, until }: UndoAllProps) {
  const { mutate, isPending } = useUndo()
  return (
    <p className="flush undo-all">
      <Button variant="outlined" disabled={isPending} onClick={() => mutate(operationId)}>
        Alles rückgängig machen
      </Button>
      <span className="muted tiny">
        bis <time dateTime={until}>{formatMomentShort(until)}</time>
      </span>
    </p>
  )
}
