import Button from '@mui/material/Button'
import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
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

interface DialogProps {
  onClose: () => void
}

/** That there is a backup, and of which day: the server cannot see it. */
const BackupDialog = ({ onClose }: DialogProps) => (
  <EditDialog
    title="Sicherung bestätigen"
    button="Sicherung bestätigen"
    start={{ done_on: berlinDay() }}
    save={(call, body) => call('post', '/api/staff/state/backup/confirm', { body })}
    renews={RENEWED}
    done="Sicherung bestätigt. In 90 Tagen fragen wir wieder."
    onClose={onClose}
  >
    <p>
      Sie bestätigen, dass Datenbank und Datenordner regelmäßig an einen anderen Ort gesichert
      werden und dass sich die Sicherung zurückspielen lässt. Ihr Name steht im Protokoll.
    </p>
    <TextInput
      source="done_on"
      label="Tag der letzten Sicherung"
      type="date"
      required
      html={{ max: berlinDay() }}
    />
  </EditDialog>
)

/** That the key of the backups lies elsewhere, too: its last characters, read from there. */
const KeyDialog = ({ onClose }: DialogProps) => (
  <EditDialog
    title="Schlüssel anderswo aufbewahrt?"
    button="Abschrift bestätigen"
    schema="KeyIn"
    start={{ end: '' }}
    save={(call, body) => call('post', '/api/staff/state/backup-key/confirm', { body })}
    renews={RENEWED}
    done="Zweite Abschrift bestätigt."
    onClose={onClose}
  >
    <p>
      Ohne diesen Schlüssel kann niemand eine Sicherung öffnen, auch wir nicht. Holen Sie die zweite
      Abschrift hervor, und geben Sie deren Ende ein. Ihr Name steht im Protokoll.
    </p>
    <TextInput
      source="end"
      label="Die letzten sechs Zeichen der Abschrift"
      required
      html={{ spellCheck: false }}
    />
  </EditDialog>
)

/** That the texts of the site were read as they are now. */
const LegalTextsDialog = ({ onClose }: DialogProps) => (
  <EditDialog
    title="Rechtstexte bestätigen"
    button="Rechtstexte bestätigen"
    save={(call) => call('post', '/api/staff/state/legal-texts/confirm')}
    renews={RENEWED}
    done="Rechtstexte bestätigt."
    onClose={onClose}
  >
    <p>
      Sie bestätigen, dass Sie AGB, Datenschutzhinweise und Impressum so gelesen haben, wie sie
      jetzt auf der Website stehen, und dass sie für Ihr Unternehmen stimmen. Ihr Name steht im
      Protokoll.
    </p>
  </EditDialog>
)

const DIALOGS: Partial<Record<Confirmed, { words: string; Dialog: typeof BackupDialog }>> = {
  backup: { words: 'Andere Sicherung bestätigen', Dialog: BackupDialog },
  backup_key: { words: 'Abschrift bestätigen', Dialog: KeyDialog },
  legal_texts: { words: 'Rechtstexte bestätigen', Dialog: LegalTextsDialog },
}
