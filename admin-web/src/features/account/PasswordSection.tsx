import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useCall } from '@/api/useCall'
import { Section } from './Section'
import { Form, Input } from './signIn/FormParts'
import { NewPassword } from './signIn/NewPassword'
import { isLongEnough } from './signIn/PasswordRules'
import { useSubmit } from './signIn/useSubmit'

export function PasswordSection() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const call = useCall()
  const notify = useNotify()
  const submission = useSubmit(async () => {
    await call('post', '/api/staff/password', { body: { current, new: next } })
    setCurrent('')
    setNext('')
    notify('Ihr Passwort ist geändert.', { type: 'success' })
  })
  const { fieldErrors } = submission
  return (
    <Section title="Passwort">
      <Form
        submission={submission}
        button="Passwort ändern"
        isBlocked={!current || !isLongEnough(next)}
      >
        <Input
          label="Bisheriges Passwort"
          type="password"
          autoComplete="current-password"
          value={current}
          onValue={setCurrent}
          problem={fieldErrors.current}
        />
        <NewPassword
          label="Neues Passwort"
          value={next}
          onValue={setNext}
          problem={fieldErrors.new}
        />
      </Form>
    </Section>
  )
}
