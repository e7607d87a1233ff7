import { type FormEvent, useState } from 'react'
import { changeEmail } from '@/api/household'
import { EmailField } from '@/components/EmailField'
import { didYouMean } from '@/content/de/emailQuestion'
import { householdFormsText as text } from '@/content/de/householdForms'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { useSending } from '@/lib/useSending'
import { afterRefusal, type OwnProps } from './own'

/** Another address: it counts once the link sent there was pressed. */
export function EmailForm(props: OwnProps & { onDone: (message: string) => void }) {
  const { onDone } = props
  const [email, setEmail] = useState('')
  const { busy, failure, faults, run } = useCall(afterRefusal(props))
  const form = useFaultFocus(faults)
  const sending = useSending()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (await run(() => changeEmail(email))) onDone(sending(text.emailSent(email)))
  }

  return (
    <form onSubmit={submit} ref={form} noValidate>
      <EmailField
        name="new_email"
        label={text.newEmail}
        hint={text.newEmailHint}
        error={faults.email}
        value={email}
        onType={setEmail}
        didYouMean={didYouMean}
      />
      <div className="buttons">
        <button
          className="button button--line button--small"
          type="submit"
          aria-disabled={busy || undefined}
        >
          {text.sendEmail}
        </button>
        <button type="button" className="textual" onClick={() => onDone('')}>
          {text.cancel}
        </button>
      </div>
      <p role="status">{failure}</p>
    </form>
  )
}
