import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Role } from '@/session/session'
import { RoleChoice } from './RoleChoice'
import { useAccountCall } from './useAccountCall'
import './accounts.css'

/** Invites somebody by mail. The link is good for 72 hours and works once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('staff')
  const { run, isRunning, problem, fieldErrors } = useAccountCall()
  const notify = useNotify()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await run('POST', 'accounts', { name: name.trim(), email: email.trim(), role }))) return
    notify(`Die Einladung ist an ${email.trim()} unterwegs.`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="einladung" fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="einladung">Person einladen</DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            label="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={'name' in fieldErrors}
            helperText={fieldErrors.name}
            autoFocus
            slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
          />
          <TextField
            label="E-Mail-Adresse"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={'email' in fieldErrors}
            helperText={fieldErrors.email ?? 'Dorthin geht der Link. Er gilt 72 Stunden.'}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
          />
          <RoleChoice value={role} onChange={setRole} />
          {problem && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isRunning || !name.trim() || !email.trim()}
          >
            Einladen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
