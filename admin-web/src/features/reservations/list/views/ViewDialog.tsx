import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { SavedView, ViewDefinition } from '@/features/reservations/types'
import { useViewChanges } from './useSavedViews'

interface ViewDialogProps {
  /** The view to rename or share; without one a new view is saved. */
  view?: SavedView
  definition?: ViewDefinition
  onClose: () => void
}

/** Asks for the name of a view and whether the team sees it too. */
export function ViewDialog({ view, definition, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isTeam, setTeam] = useState(view?.is_team ?? false)
  const { save, change, isPending } = useViewChanges()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const values = { name: name.trim(), is_team: isTeam }
    const done = view
      ? change(view, values)
      : save({ ...values, definition: definition as ViewDefinition })
    await done.then(onClose, () => undefined)
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="saved-view" fullWidth maxWidth="xs">
      <form onSubmit={submit}>
        <DialogTitle id="saved-view">{view ? 'Ansicht ändern' : 'Ansicht speichern'}</DialogTitle>
        <DialogContent className="form">
          <p className="muted">
            Eine Ansicht merkt sich Suche, Filter, Reihenfolge und Spalten dieser Liste.
          </p>
          <TextField
            label="Name"
            value={name}
            required
            autoFocus
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <FormControlLabel
            label="Auch für das Team"
            control={
              <Checkbox checked={isTeam} onChange={(event) => setTeam(event.target.checked)} />
            }
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            variant="contained"
            color="secondary"
            disabled={isPending || name.trim() === ''}
          >
            Speichern
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
