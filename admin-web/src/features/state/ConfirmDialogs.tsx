import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { berlinDay } from '@/lib/reservationWords'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { type Check, RENEWED } from './state'

type Confirmed = NonNullable<Check['confirms']>

/** What no server can see and a person confirms by word; a test mail has a form of its own. */
export function Confirm({ name }: { name: Confirmed }) {
  const [isOpen, setOpen] = useState(false)
  const kind = DIALOGS[name]
  if (!kind) return null
  const { words, Dialog } = kind
  return (
    <div>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {words}
      </Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** That there is a backup, and of which day: the server cannot see it. */
function BackupDialog({ onClose }: { onClose: () => void }) {
  const [day, setDay] = useState(berlinDay(new Date()))
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/state/backup/confirm', {
      body: { done_on: day },
    })
    if (!done) return
    notify('Sicherung bestätigt. In 90 Tagen fragen wir wieder.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="Sicherung bestätigen"
      button="Sicherung bestätigen"
      isBlocked={isRunning}
      problem={refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Sie bestätigen, dass Datenbank und Datenordner regelmäßig an einen anderen Ort gesichert
        werden und dass sich die Sicherung zurückspielen lässt. Ihr Name steht im Protokoll.
      </p>
      <TextInput
        label="Tag der letzten Sicherung"
        type="date"
        required
        value={day}
        problem={fieldErrors.done_on}
        onValue={setDay}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: berlinDay(new Date()) } }}
      />
    </FormDialog>
  )
}

/** That the key of the backups lies elsewhere, too: its last characters, read from there. */
function KeyDialog({ onClose }: { onClose: () => void }) {
  const [end, setEnd] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/state/backup-key/confirm', {
      body: { end: end.trim() },
    })
    if (!done) return
    notify('Zweite Abschrift bestätigt.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="Schlüssel anderswo aufbewahrt?"
      button="Abschrift bestätigen"
      isBlocked={isRunning}
      problem={refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Ohne diesen Schlüssel kann niemand eine Sicherung öffnen, auch wir nicht. Holen Sie die
        zweite Abschrift hervor, und geben Sie deren Ende ein. Ihr Name steht im Protokoll.
      </p>
      <TextInput
        label="Die letzten sechs Zeichen der Abschrift"
        required
        value={end}
        problem={fieldErrors.end}
        onValue={setEnd}
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off', spellCheck: false } }}
      />
    </FormDialog>
  )
}

/** That the texts of the site were read as they are now. */
function LegalTextsDialog({ onClose }: { onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/state/legal-texts/confirm')
    if (!done) return
    notify('Rechtstexte bestätigt.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="Rechtstexte bestätigen"
      button="Rechtstexte bestätigen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Sie bestätigen, dass Sie AGB, Datenschutzhinweise und Impressum so gelesen haben, wie sie
        jetzt auf der Website stehen, und dass sie für Ihr Unternehmen stimmen. Ihr Name steht im
        Protokoll.
      </p>
    </FormDialog>
  )
}

const DIALOGS: Partial<Record<Confirmed, { words: string; Dialog: typeof BackupDialog }>> = {
  backup: { words: 'Andere Sicherung bestätigen', Dialog: BackupDialog },
  backup_key: { words: 'Abschrift bestätigen', Dialog: KeyDialog },
  legal_texts: { words: 'Rechtstexte bestätigen', Dialog: LegalTextsDialog },
}
