import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useShortcut } from '@/ui/keys/useShortcut'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'
import { Key } from './Key'
import { OperationList } from './OperationList'

/** All that can be done with the reservation, behind one button and `x`. */
export function Operations({ record }: { record: Reservation }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const close = () => setOpen(false)
  useShortcut('x', () => setOpen(true))
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog" aria-keyshortcuts="x">
        Vorgänge <Key name="x" />
      </Button>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="xs" aria-labelledby="operations">
        <DialogTitle id="operations">Vorgänge</DialogTitle>
        <DialogContent>
          <OperationList
            record={record}
            onChoose={(name) => {
              close()
              setChosen(name)
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>Schließen</Button>
        </DialogActions>
      </Dialog>
      {chosen && (
        <OperationDialog
          name={chosen}
          ids={[record.id]}
          version={record.version}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}
