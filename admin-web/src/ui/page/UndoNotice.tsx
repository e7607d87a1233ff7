import Button from '@mui/material/Button'
import SnackbarContent from '@mui/material/SnackbarContent'
import { useCloseNotification } from 'react-admin'
import { useUndo } from '@/ui/page/useUndo'

interface UndoNoticeProps {
  words: string
  /** None where the operation cannot be taken back. */
  operationId: number | null
}

/** Says what was done and takes it back at a click. Not the only way: the reservation offers it too. */
export function UndoNotice({ words, operationId }: UndoNoticeProps) {
  const close = useCloseNotification()
  const undo = useUndo(close)
  return (
    <SnackbarContent
      message={words}
      action={
        operationId !== null && (
          <Button
            variant="text"
            color="inherit"
            disabled={undo.isPending}
            onClick={() => undo.mutate(operationId)}
          >
            Rückgängig
          </Button>
        )
      }
    />
  )
}
