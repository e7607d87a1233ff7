import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { SpotChoice } from '@/ui/park/SpotChoice'
import type { Entry } from './useEntry'

/** The wished place, chosen on the picture of the park; its number may be typed in the form as well. */
export function PlaceChoice({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="text-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Anderen Platz im Bild wählen
      </button>
      {isOpen && <PlaceDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}

function PlaceDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const id = useId()
  const wished = entry.form.spot_number.trim()
  function choose(spot_number: string) {
    entry.type({ spot_number })
    onClose()
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      onClose={onClose}
      aria-labelledby={id}
      // React hands keys on to the form around it, where Strg and Enter save.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <DialogTitle id={id}>Platz im Bild wählen</DialogTitle>
      <DialogContent>
        <SpotChoice
          hasFocus
          park={entry.form.park}
          chosen={/^\d{1,6}$/.test(wished) ? Number(wished) : null}
          onChoose={(number) => choose(String(number))}
        />
      </DialogContent>
      <DialogActions>
        {wished && <Button onClick={() => choose('')}>Ohne Wunsch</Button>}
        <Button onClick={onClose}>Abbrechen</Button>
      </DialogActions>
    </Dialog>
  )
}
