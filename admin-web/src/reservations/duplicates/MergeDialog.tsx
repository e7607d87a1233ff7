import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { showPath } from '../list/columns'
import type { Reservation, ReservationRow } from '../types'
import { useCall } from '../useCall'

interface MergeDialogProps {
  ids: number[]
  /** The earliest first, where they are known. */
  members?: ReservationRow[]
  onClose: () => void
}

/** Makes one of several reservations of a household: the earliest keeps its spot. */
export function MergeDialog({ ids, members, onClose }: MergeDialogProps) {
  const [reason, setReason] = useState('')
  const merge = useMerge(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    merge.mutate({ ids, reason })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="zusammen">
      <form onSubmit={submit}>
        <DialogTitle id="zusammen">{ids.length} Reservierungen zusammenführen</DialogTitle>
        <DialogContent className="formular">
          <Consequences members={members} />
          <TextField
            label="Grund"
            helperText="Steht danach im Verlauf aller Reservierungen."
            required
            multiline
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {merge.error && (
            <p className="fehlertext" role="alert">
              {errorWords(merge.error)}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" color="secondary" disabled={merge.isPending}>
            Zusammenführen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Consequences({ members }: { members: ReservationRow[] | undefined }) {
  const [kept, ...others] = members ?? []
  return (
    <div className="vorschau">
      <h3>Das folgt daraus</h3>
      <ul className="folgen">
        <li>
          {kept
            ? `${kept.reference ?? 'Die frühere'} behält Platz ${kept.spot_number}.`
            : 'Die früheste behält ihren Platz.'}
        </li>
        <li>
          {others.length === 1
            ? `${others[0]?.reference ?? 'Die spätere'} geht darin auf, Platz ${others[0]?.spot_number} wird frei.`
            : 'Die späteren gehen darin auf, ihre Plätze werden frei.'}
        </li>
        <li>Beides steht danach im Verlauf jeder Reservierung.</li>
      </ul>
    </div>
  )
}

function useMerge(onDone: () => void) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: { ids: number[]; reason: string }) =>
      call<Reservation>('POST', 'reservations/merge', input),
    onSuccess: (kept) => {
      onDone()
      refresh()
      notify('Zusammengeführt.', { type: 'success' })
      navigate(showPath(kept))
    },
  })
}
