import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { knownSession, noteSession } from '@/session/session'
import { PageForm } from '@/ui/form/EditForm'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import {
  accountOf,
  ENTERED,
  type Entered,
  type FieldName,
  fieldOf,
  PARTS,
  SECURITY,
  variableOf,
} from './entered'
import { MailTestOf } from './MailTest'
import { RENEWED } from './state'
import '@/ui/page/sheets.css'
import './state.css'

/** Company, mail server and address, for what the server's own settings do not say. */
export function EnteredPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/state/settings')
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Page title="Firma und Mailserver" overline={<Link to="/state">Zurück zum Zustand</Link>}>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && <Form key={data.version} entered={data} sentTo={sentTo} onSent={setSentTo} />}
    </Page>
  )
}

interface FormProps {
  entered: Entered
  sentTo: string | null
  onSent: (address: string | null) => void
}

/** Begins anew with each version: a saved password is no longer there. */
function Form({ entered, ...test }: FormProps) {
  const edit = useEdit({
    kind: ENTERED,
    start: entered,
    page: 'installation',
    keeping: 'memory', // a password among it
    save: (call, values, { base: { version } }) =>
      call('put', '/api/staff/state/settings', { body: { ...values, version } }),
    renews: RENEWED,
    done: 'Gespeichert. Es gilt ab jetzt auf der Website und in Mails.',
    onSaved: (saved) => saved && noteMails(saved),
  })
  return (
    <>
      <Missing names={entered.missing} />
      <PageForm edit={edit} schema="InstallationIn" back="/state">
        {PARTS.map(({ title, fields }) => (
          <fieldset key={title} className="state-part input-stack">
            <legend>{title}</legend>
            {fields.map((name) => (
              <Input key={name} name={name} entered={entered} />
            ))}
          </fieldset>
        ))}
      </PageForm>
      <Section title="Testmail">
        <p>
          Sie geht mit dem hinaus, was oben steht, auch bevor Sie es speichern. Antwortet der
          Mailserver mit einer Ablehnung, lesen Sie hier seine Worte.
        </p>
        <MailTestOf account={accountOf(edit.values)} {...test} />
      </Section>
    </>
  )
}

/** The console stops saying that no mail leaves, or begins to. */
function noteMails({ mail_host }: Entered) {
  const session = knownSession()
  if (session) noteSession({ ...session, mails_leave: mail_host !== '' })
}

function Missing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="notice-band">
      <p>
        <b>Es fehlt noch:</b> {names.join(', ')}. Im echten Betrieb öffnet die Website erst, wenn
        alles eingetragen ist.
      </p>
    </div>
  )
}

function Input({ name, entered }: { name: FieldName; entered: Entered }) {
  const { hint, ...field } = fieldOf(name)
  const variable = variableOf(entered, name)
  const words =
    name === 'mail_password' && entered.mail_has_password ? 'Leer: das gespeicherte.' : hint
  const fixed = variable && {
    readOnly: true,
    hint: `Vorgegeben in den Einstellungen des Servers: ${variable}.`,
  }
  return (
    <>
      <TextInput
        source={name}
        hint={words}
        {...field}
        {...fixed}
        html={{
          spellCheck: false,
          ...(name === 'mail_password' && { autoComplete: 'new-password' }),
          ...(name === 'mail_port' && { inputMode: 'numeric' }),
        }}
      />
      {name === 'mail_port' && (
        <SelectInput
          source="mail_security"
          label="Verschlüsselung"
          choices={SECURITY}
          {...fixed}
          disabled={variable !== undefined}
        />
      )}
    </>
  )
}
