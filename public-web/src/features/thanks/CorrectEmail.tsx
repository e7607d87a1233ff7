import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '@/api/ask'
import { correctEmail, type JustReserved } from '@/api/household'
import { EmailField } from '@/components/EmailField'
import { confirmationText as text } from '@/content/de/confirmation'
import { didYouMean } from '@/content/de/emailQuestion'
import { useOneTask } from '@/lib/useOneTask'

interface Props {
  secret: string
  email: string
  onDone: (corrected: JustReserved | null) => void
}

/** The mistyped address, to be put right; the mail goes out once more. */
export function CorrectEmail({ secret, email, onDone }: Props) {
  const [value, setValue] = useState(email)
  const [fault, setFault] = useState<{ message: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { run } = useOneTask()

  useEffect(() => {
    if (fault) form.current?.querySelector('input')?.focus()
  }, [fault])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const answer = await run(() => correctEmail(secret, value), { kind: 'unclear' })
    if (!answer) return
    if (answer.kind === 'done') return onDone(answer.found)
    setFault({ message: faultOf(answer) })
  }

  return (
    <form className="confirm__form" onSubmit={submit} ref={form} noValidate>
      <EmailField
        name="email"
        label={text.email}
        error={fault?.message}
        value={value}
        onType={setValue}
        didYouMean={didYouMean}
      />
      <div className="buttons">
        <button className="button button--sun" type="submit">
          {text.save}
        </button>
        <button type="button" className="confirm__wrong" onClick={() => onDone(null)}>
          {text.cancel}
        </button>
      </div>
    </form>
  )
}

function faultOf(answer: Exclude<Answer<JustReserved>, { kind: 'done' }>): string {
  if (answer.kind !== 'refused') return text.failure
  if (answer.code === 'email_limit') return text.limit
  return answer.errors[0]?.message ?? text.failure
}
