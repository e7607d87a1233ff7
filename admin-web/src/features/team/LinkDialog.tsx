import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { CopyButton } from '@/ui/fields/CopyButton'

interface LinkDialogProps {
  name: string
  link: string
  onClose: () => void
}

/** Without a mail server nobody gets the link: whoever asked for it hands it over, and sees it only now. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="account-link" fullWidth maxWidth="sm">
      <DialogTitle id="account-link">Link für {name}</DialogTitle>
      <DialogContent className="form">
        <p>
          Ein Mailserver ist noch nicht eingerichtet: Die Mail liegt als Datei auf dem Server und
          erreicht niemanden. Geben Sie den Link bitte selbst weiter. Er gilt einmal und steht nur
          jetzt hier.
        </p>
        <p className="wrapping">
          <code>{link}</code>
        </p>
      </DialogContent>
      <DialogActions>
        <CopyButton text={link} what="Link" label="Link kopieren" isProminent />
        <Button onClick={onClose}>Fertig</Button>
      </DialogActions>
    </Dialog>
  )
}
