import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { changedFields } from '@/api/changedFields'
import { useFormChange } from '@/api/useFormChange'
import { TextInput } from '@/ui/form/TextInput'
import type { AccountDocument } from './account'
import { RoleChoice } from './RoleChoice'

/** Name, address and role. A new role signs the person out everywhere. */
export function EditAccount({ account }: { account: AccountDocument }) {
  const [name, setName] = useState(account.name)
  const [email, setEmail] = useState(account.email)
  const [role, setRole] = useState(account.role)
  const { run, isRunning, problem, errors } = useFormChange(['accounts'])
  const notify = useNotify()
  const changes = changedFields({ name: name.trim(), email: email.trim(), role }, { ...account })
  const isChanged = Object.keys(changes).length > 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { version } = account
    if (
      await run('patch', '/api/staff/accounts/{id}', {
        params: { path: { id: account.id } },
        body: { ...changes, version },
      })
    )
      notify('Gespeichert.', { type: 'success' })
  }

  return (
    <section className="sheet" aria-labelledby="edit-account">
      <h2 id="edit-account">Ändern</h2>
      <form className="input-stack" onSubmit={submit} noValidate>
        <TextInput label="Name" value={name} onValue={setName} problem={errors.name} />
        <TextInput
          label="E-Mail-Adresse"
          type="email"
          value={email}
          onValue={setEmail}
          problem={errors.email}
        />
        <RoleChoice value={role} onChange={setRole} />
        {role !== account.role && (
          <p className="muted">Mit der neuen Rolle enden alle Sitzungen dieses Kontos.</p>
        )}
        {problem && <p role="alert">{problem}</p>}
        <p className="buttons">
          <Button type="submit" variant="contained" disabled={!isChanged || isRunning}>
            Speichern
          </Button>
        </p>
      </form>
    </section>
  )
}
