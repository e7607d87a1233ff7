import { type FormEvent, useState } from 'react'
import { sendLink } from '@/api/household'
import { TextField } from '@/components/Field'
import { RichText } from '@/components/RichText'
import { householdText } from '@/content/de/household'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { useTypedText } from '@/lib/own/useTypedText'
import { useSending } from '@/lib/useSending'

const text = householdText.door

interface Props {
  title: string
  lead: string
  /** What is happening at the moment, if anything. */
  note?: string
}

/** The way in without a link: the address brings one, and nobody else learns whether it is known. */
export function Door({ title, lead, note = '' }: Props) {
  const [email, setEmail] = useTypedText('email')
  const [sent, setSent] = useState(false)
  const { busy, failure, faults, run } = useCall()
  const form = useFaultFocus(faults)
  const sending = useSending()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (await run(() => sendLink(email))) setSent(true)
  }

  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
      <form className="door" method="dialog" onSubmit={submit} ref={form} noValidate>
        <h2>{text.lost}</h2>
        <p className="small">{text.explain}</p>
        <TextField
          name="email"
          label={text.email}
          error={faults.email}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          maxLength={254}
        />
        <button className="button button--sun" type="submit" aria-disabled={busy || undefined}>
          {text.send}
        </button>
        <div role="status">
          {sent && (
            <p className="notice">
              <RichText text={sending(text.sent)} />
            </p>
          )}
          {failure && <p className="notice">{failure}</p>}
        </div>
      </form>
      <p className="small quiet" aria-live="polite">
        {note}
      </p>
      <noscript>
        <p className="notice">
          <RichText text={text.noScript} />
        </p>
      </noscript>
    </>
  )
}
