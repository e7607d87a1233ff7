import { type FormEvent, useState } from 'react'
import { changeContact } from '@/api/household'
import { TextField } from '@/components/Field'
import { householdFormsText as text } from '@/content/de/householdForms'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { useSending } from '@/lib/useSending'
import { afterRefusal, type OwnProps } from './own'

/** Name and telephone number, to be corrected. */
export function ContactForm(props: OwnProps & { onDone: (message: string) => void }) {
  const { own, onChanged, onDone } = props
  const { first_name, last_name, mobile_phone, version } = own
  const [values, setValues] = useState({ first_name, last_name, mobile_phone })
  const { busy, failure, faults, run } = useCall(afterRefusal(props))
  const form = useFaultFocus(faults)
  const sending = useSending()
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const changed = await run(() => changeContact({ ...values, version }))
    if (!changed) return
    onChanged(changed)
    // Only a change makes a new version, and a mail.
    onDone(changed.version === version ? text.unchanged : sending(text.saved))
  }

  return (
    <form onSubmit={submit} ref={form} noValidate>
      <TextField {...field('first_name')} label={text.firstName} autoComplete="given-name" />
      <TextField {...field('last_name')} label={text.lastName} autoComplete="family-name" />
      <TextField {...field('mobile_phone')} label={text.mobile} type="tel" autoComplete="tel" />
      <div className="buttons">
        <button
          className="button button--line button--small"
          type="submit"
          aria-disabled={busy || undefined}
        >
          {text.save}
        </button>
        <button type="button" className="textual" onClick={() => onDone('')}>
          {text.cancel}
        </button>
      </div>
      <p role="status">{failure}</p>
    </form>
  )
}
