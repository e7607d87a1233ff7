import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useCall } from '@/api/useCall'
import { Form } from '../signIn/FormParts'
import { useSubmit } from '../signIn/useSubmit'
import { NameInput } from './NameInput'
import { usePasskeysChanged } from './usePasskeysChanged'
import { makePasskey } from './webauthn'

interface NewPasskeyProps {
  suggestedName: string
  onClose: () => void
}

/** Asks for a name, then has the browser make the passkey. After a problem the form stays as it is. */
export function NewPasskey({ suggestedName, onClose }: NewPasskeyProps) {
  const [name, setName] = useState(suggestedName)
  const call = useCall()
  const notify = useNotify()
  const changed = usePasskeysChanged()
  const submission = useSubmit(async () => {
    const made = await makePasskey(await call('post', '/api/staff/passkeys/options'))
    await call('post', '/api/staff/passkeys', { body: { ...made, name: name.trim() } })
    await changed()
    notify('Ihr Passkey ist eingerichtet.', { type: 'success' })
    onClose()
  })
  return (
    <div className="spaced">
      <Form submission={submission} button="Passkey anlegen" isBlocked={!name.trim()}>
        <NameInput
          value={name}
          onValue={setName}
          problem={submission.fieldErrors.name}
          hint="Daran erkennen Sie ihn später."
        />
      </Form>
      <Button variant="text" onClick={onClose}>
        Abbrechen
      </Button>
    </div>
  )
}
