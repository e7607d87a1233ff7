import { ROLE_NAMES } from '@/session/session'
import { EditForm, EditFrame, FormEnd } from '@/ui/form/EditForm'
import { TextInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import type { EditKind } from '@/ui/form/versions'
import type { AccountDocument } from './account'
import { RoleChoice } from './RoleChoice'

type Values = Pick<AccountDocument, 'name' | 'email' | 'role'>

/** How an account is edited. */
const ACCOUNT: EditKind<AccountDocument, Values, Values> = {
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
  const edit = useEdit({
    kind: ACCOUNT,
    start: account,
    page: `account ${account.id}`,
    keeping: 'memory',
    save: (call, _, { base: { id, version }, changes }) =>
      call('patch', '/api/staff/accounts/{id}', {
        params: { path: { id } },
        body: { ...changes, version },
      }),
    renews: ['accounts'],
    done: 'Gespeichert.',
  })
  return (
    <EditFrame edit={edit}>
      <section className="sheet" aria-labelledby="edit-account">
        <h2 id="edit-account">Ändern</h2>
        <EditForm edit={edit} schema="AccountIn" className="input-stack">
          <TextInput source="name" label="Name" />
          <TextInput source="email" label="E-Mail-Adresse" type="email" />
          <RoleChoice />
          {edit.form.role !== edit.base.role && (
            <p className="muted">Mit der neuen Rolle enden alle Sitzungen dieses Kontos.</p>
          )}
          <FormEnd edit={edit} />
        </EditForm>
      </section>
    </EditFrame>
  )
}
