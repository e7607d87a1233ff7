import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useCall } from '@/api/useCall'
import { MomentField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { Form } from '../signIn/FormParts'
import { useSubmit } from '../signIn/useSubmit'
import { NameInput } from './NameInput'
import { usePasskeysChanged } from './usePasskeysChanged'

type Passkey = Schemas['PasskeyOut']
interface Part {
  passkey: Passkey
  onClose: () => void
}

/** One passkey, and what may be done with it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { name, created_at, last_used_at } = passkey
  if (isRenaming)
    return (
      <li>
        <Renaming passkey={passkey} onClose={() => setRenaming(false)} />
      </li>
    )
  return (
    <li>
      <div className="passkey">
        <strong>{name}</strong>
        <span className="tiny muted">
          Eingerichtet: <MomentField at={created_at} isShort />
          {' · '}
          {last_used_at ? (
            <>
              zuletzt benutzt: <MomentField at={last_used_at} isShort />
            </>
          ) : (
            'noch nicht benutzt'
          )}
        </span>
      </div>
      <div className="tools">
        <Button aria-label={`${name} umbenennen`} onClick={() => setRenaming(true)}>
          Umbenennen
        </Button>
        <Button aria-label={`${name} entfernen`} onClick={() => setRemoving(true)}>
          Entfernen
        </Button>
      </div>
      {isRemoving && <Removing passkey={passkey} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function Renaming({ passkey, onClose }: Part) {
  const [name, setName] = useState(passkey.name)
  const call = useCall()
  const changed = usePasskeysChanged()
  const submission = useSubmit(async () => {
    const params = { path: { id: passkey.id } }
    await call('patch', '/api/staff/passkeys/{id}', { params, body: { name: name.trim() } })
    await changed()
    onClose()
  })
  return (
    <>
      <Form submission={submission} button="Speichern" isBlocked={!name.trim()}>
        <NameInput value={name} onValue={setName} problem={submission.fieldErrors.name} />
      </Form>
      <Button variant="text" onClick={onClose}>
        Abbrechen
      </Button>
    </>
  )
}

function Removing({ passkey, onClose }: Part) {
  const changed = usePasskeysChanged()
  return (
    <EditDialog
      title={`„${passkey.name}“ entfernen?`}
      button="Entfernen"
      save={async (call) => {
        await call('delete', '/api/staff/passkeys/{id}', { params: { path: { id: passkey.id } } })
        await changed()
      }}
      done="Der Passkey ist entfernt."
      onClose={onClose}
    >
      <p>
        Mit diesem Passkey kann sich dann niemand mehr anmelden. Alle anderen Sitzungen Ihres Kontos
        werden beendet.
      </p>
      <p>Auf dem Gerät oder im Passwortmanager löschen Sie ihn bitte selbst.</p>
    </EditDialog>
  )
}
