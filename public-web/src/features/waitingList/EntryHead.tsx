import { type FormEvent, useState } from 'react'
import { changeWish, leaveList, type Wish } from '@/api/waitingList'
import { RichText } from '@/components/RichText'
import { waitingText } from '@/content/de/waitingList'
import { formatDeadline, formatMoment } from '@/lib/germanMoments'
import { useCall } from '@/lib/own/useCall'
import { useSending } from '@/lib/useSending'
import { afterRefusal, type OwnProps } from './own'
import { Passes } from './Passes'
import { Question } from './Question'
import { WishChoice } from './WishChoice'
import { wishName } from './words'

const text = waitingText.entry

/** A household's turn: since when, for what, and what it can do about it. */
export function EntryHead(
  props: OwnProps & { position: number; isJustConfirmed: boolean; isTooLate: boolean },
) {
  const { entry, position, isJustConfirmed, isTooLate } = props
  const [open, setOpen] = useState<'wish' | 'leave' | null>(null)
  const [said, setSaid] = useState('')
  const asOf = new Date(entry.as_of)
  const sending = useSending()
  const close = (message = '') => {
    setOpen(null)
    setSaid(message)
  }
  const confirmWords = (until: string) =>
    entry.is_written
      ? sending(text.confirm(entry.email, until))
      : text.unwritten(entry.email, until)
  return (
    <>
      <h1 tabIndex={-1}>{text.title(position)}</h1>
      {isTooLate && <p className="notice">{text.tooLate}</p>}
      <p className="lead">{text.joined(formatMoment(new Date(entry.joined_at)))}</p>
      {entry.is_confirmed && isJustConfirmed && <p className="notice">{text.confirmed}</p>}
      {!entry.is_confirmed && (
        <p className="notice">
          <RichText text={confirmWords(formatDeadline(new Date(entry.confirm_by), asOf))} />
        </p>
      )}
      {open === null && (
        <div className="buttons">
          <button className="button button--line" type="button" onClick={() => setOpen('wish')}>
            {text.change}
          </button>
          <button className="button button--line" type="button" onClick={() => setOpen('leave')}>
            {text.leave}
          </button>
        </div>
      )}
      {open === 'wish' && <ChangeWish {...props} onClose={close} />}
      {open === 'leave' && <Leave {...props} onClose={close} />}
      <p role="status">{said}</p>
      <Passes entry={entry} />
      <p className="small quiet">
        {text.who(entry.name, wishName(entry as Wish).join(', '))}
        <br />
        {text.asOf(formatMoment(asOf))}
      </p>
    </>
  )
}

type OpenProps = OwnProps & { onClose: (message?: string) => void }

function ChangeWish(props: OpenProps) {
  const { entry, onChanged, onClose } = props
  const [wish, setWish] = useState<Wish>({
    annual_kwh: entry.annual_kwh as Wish['annual_kwh'],
    payment_plan: entry.payment_plan as Wish['payment_plan'],
  })
  const { busy, failure, run } = useCall(afterRefusal(props))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const changed = await run(() => changeWish(wish))
    if (!changed) return
    onChanged(changed)
    onClose(text.saved)
  }

  return (
    <form className="join" onSubmit={submit}>
      <WishChoice wish={wish} onChange={setWish} />
      <div className="buttons">
        <button className="button button--line" type="submit" aria-disabled={busy || undefined}>
          {text.save}
        </button>
        <button className="textual" type="button" onClick={() => onClose()}>
          {text.cancel}
        </button>
      </div>
      <p role="status">{failure}</p>
    </form>
  )
}

function Leave(props: OpenProps) {
  const { busy, failure, run } = useCall(afterRefusal(props))
  return (
    <>
      <Question
        question={text.leaveSure}
        yes={text.leaveYes}
        no={text.stay}
        busy={busy}
        onYes={async () => {
          const left = await run(leaveList)
          if (left) props.onChanged(left)
        }}
        onNo={() => props.onClose()}
      />
      <p role="status">{failure}</p>
    </>
  )
}
