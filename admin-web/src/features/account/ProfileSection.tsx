import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useCall } from '@/api/useCall'
import { noteSession, ROLE_NAMES, type Session } from '@/session/session'
import { Section } from './Section'
import { Form, Input } from './signIn/FormParts'
import { useSubmit } from './signIn/useSubmit'

/** Name and address. Another address needs a confirmation. */
export function ProfileSection({ account }: { account: Session['account'] }) {
  const [name, setName] = useState(account.name)
  const [email, setEmail] = useState(account.email)
  const call = useCall()
  const notify = useNotify()
  const submission = useSubmit(async () => {
    await call('patch', '/api/staff/profile', {
      body: {
        ...(name.trim() !== account.name && { name: name.trim() }),
        ...(email.trim() !== account.email && { email: email.trim() }),
      },
    })
    noteSession(await call('get', '/api/staff/session'))
    notify('Gespeichert.', { type: 'success' })
  })
  const isUnchanged = name.trim() === account.name && email.trim() === account.email
  return (
    <Section title="Name und E-Mail-Adresse">
      <p className="muted">Ihre Rolle: {ROLE_NAMES[account.role]}</p>
      <Form submission={submission} button="Speichern" isBlocked={isUnchanged || !name.trim()}>
        <Input
          label="Ihr Name"
          autoComplete="name"
          value={name}
          onValue={setName}
          problem={submission.fieldErrors.name}
        />
        <Input
          label="E-Mail-Adresse"
          type="email"
          autoComplete="email"
          value={email}
          onValue={setEmail}
          problem={submission.fieldErrors.email}
          hint="Damit melden Sie sich an."
        />
      </Form>
    </Section>
  )
}
