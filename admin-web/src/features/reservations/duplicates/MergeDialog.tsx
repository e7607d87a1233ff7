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
import { useCall } from '@/api/useCall'
import { useFormKeys } from '@/ui/form/useFormKeys'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'

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
  const keys = useFormKeys()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    merge.mutate({ ids, reason })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="merge-title">
      <form onSubmit={submit} {...keys}>
        <DialogTitle id="merge-title">{ids.length} Reservierungen zusammenführen</DialogTitle>
        <DialogContent className="form">
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
            <p className="error-text" role="alert">
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
  const only = others.length === 1 ? others[0] : undefined
  const sentences = [
    kept
      ? `${kept.reference ?? 'Die frühere'} behält Platz ${kept.spot_number}, dazu kommen Notizen und Merkmale.`
      : 'Die früheste behält ihren Platz, dazu kommen Notizen und Merkmale der späteren.',
    only
      ? `${only.reference ?? 'Die spätere'} wird storniert. Platz ${only.spot_number} bleibt 24 Stunden gesperrt und wird dann frei.`
      : 'Die späteren werden storniert. Ihre Plätze bleiben 24 Stunden gesperrt und werden dann frei.',
    'Was dafür zur Kartenprüfung vorgemerkt war, entfällt; was abgebucht ist, ist noch zurückzugeben.',
    'Der Haushalt erhält in 10 Minuten eine Mail dazu.',
    'Rückgängig machen lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine berichtigende.',
  ]
  return (
    <div className="preview">
      <h3>Was passiert</h3>
      <ConsequenceList sentences={sentences} />
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
      call('post', '/api/staff/reservations/merge', { body: input }),
    onSuccess: (kept) => {
      onDone()
      refresh()
      notify('Zusammengeführt.', { type: 'success' })
      navigate(showPath(kept))
    },
  })
}
