import { type FormEvent, useState } from 'react'
import { sendWaitingLink } from '@/api/waitingList'
import { TextField } from '@/components/Field'
import { waitingText } from '@/content/de/waitingList'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { useTypedText } from '@/lib/own/useTypedText'
import { useSending } from '@/lib/useSending'

const text = waitingText.lost

/** A link to the entry by mail; the answer is the same whether an address is on the list or not. */
export function LostLink({ isOpen, note }: { isOpen: boolean; note: string }) {
  const [email, setEmail] = useTypedText('listed_email')
  const [sent, setSent] = useState(false)
  const { busy, failure, faults, run } = useCall()
  const form = useFaultFocus(faults)
  const sending = useSending()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSent((await run(() => sendWaitingLink(email))) !== null)
  }

  return (
    <details className="lost" open={isOpen || undefined}>
      <summary>{text.title}</summary>
      {note && <p className="small">{note}</p>}
      <form className="join" method="dialog" onSubmit={submit} ref={form} noValidate>
        <TextField
          name="listed_email"
          label={text.email}
          hint={text.text}
          error={faults.email}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          maxLength={254}
        />
        <button
          className="button button--line button--small"
          type="submit"
          aria-disabled={busy || undefined}
        >
          {text.send}
        </button>
        <div role="status">
          {(sent || failure) && <p className="notice">{failure ?? sending(text.sent)}</p>}
        </div>
      </form>
    </details>
  )
}
