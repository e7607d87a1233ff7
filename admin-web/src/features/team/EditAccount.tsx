import Button from '@mui/material/Button'
import type { FormEvent } from 'react'
import { useCall } from '@/api/useCall'
import { ROLE_NAMES } from '@/session/session'
import { TextInput } from '@/ui/form/TextInput'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { EditFrame, FormProblem } from '@/ui/form/VersionedForm'
import type { EditKind } from '@/ui/form/versions'
import type { AccountDocument } from './account'
import { RoleChoice } from './RoleChoice'

type Values = Pick<AccountDocument, 'name' | 'email' | 'role'>

/** How an account is edited. */
const ACCOUNT: EditKind<Values, Values, Values> = {
  formOf: ({ name, email, role }) => ({ name, email, role }),
  read: ({ name, email, role }) => ({
    values: { name: name.trim(), email: email.trim(), role },
    problems: {},
  }),
  labels: { name: 'Name', email: 'E-Mail-Adresse', role: 'Rolle' },
  show: (member, values) =>
    member === 'role' ? ROLE_NAMES[values.role] : values[member as keyof Values],
  what: 'dieses Konto',
}

/** Name, address and role. A new role signs the person out everywhere. */
export function EditAccount({ account }: { account: AccountDocument }) {
  const call = useCall()
  const edit = useVersionedSave(ACCOUNT, account, {
    page: `account ${account.id}`,
    keeping: 'memory',
    renews: ['accounts'],
    save: (changes, { id, version }) =>
      call('patch', '/api/staff/accounts/{id}', {
        params: { path: { id } },
        body: { ...changes, version },
      }),
    onSaved: () => ({ words: 'Gespeichert.' }),
  })
  const { form, errors, type } = edit
  function submit(event: FormEvent) {
    event.preventDefault()
    void edit.submit()
  }

  return (
    <EditFrame edit={edit}>
      <section className="sheet" aria-labelledby="edit-account">
        <h2 id="edit-account">Ändern</h2>
        <form className="input-stack" onSubmit={submit} noValidate>
          <TextInput
            label="Name"
            value={form.name}
            onValue={(name) => type({ name })}
            problem={errors.name}
          />
          <TextInput
            label="E-Mail-Adresse"
            type="email"
            value={form.email}
            onValue={(email) => type({ email })}
            problem={errors.email}
          />
          <RoleChoice value={form.role} onChange={(role) => type({ role })} />
          {form.role !== edit.base.role && (
            <p className="muted">Mit der neuen Rolle enden alle Sitzungen dieses Kontos.</p>
          )}
          <FormProblem words={edit.problem} />
          <p className="buttons">
            <Button type="submit" variant="contained" disabled={edit.isBlocked}>
              Speichern
            </Button>
          </p>
        </form>
      </section>
    </EditFrame>
  )
}
