import { useState } from 'react'
import type { Answer } from '@/api/ask'
import type { Failure } from '@/api/call'
import { type ShownLink, sendLinkAgain } from '@/api/household'
import { householdText } from '@/content/de/household'
import { formatDeadline } from '@/lib/germanMoments'
import { failureText } from '@/lib/own/failureText'
import { useCall } from '@/lib/own/useCall'
import { useOneTask } from '@/lib/useOneTask'
import { useSending } from '@/lib/useSending'

const text = householdText.link

interface Props {
  token: string
  link: ShownLink
  press: (token: string) => Promise<Failure | Answer<unknown>>
}

/** What a link is good for, with the one button that makes it so. Opening the page does nothing yet. */
export function LinkDoor({ token, link, press }: Props) {
  return link.state === 'open' ? (
    <OpenLink token={token} link={link} press={press} />
  ) : (
    <ClosedLink token={token} link={link} />
  )
}

function OpenLink({ token, link, press }: Props) {
  const { run } = useOneTask()
  const [failure, setFailure] = useState<string | null>(null)
  const words = text[meaningOf(link)]
  const asks = words === text.confirm && link.confirm_by !== null

  async function onPress() {
    const answer = await run(() => press(token), { kind: 'unclear' })
    if (answer && answer.kind !== 'done') setFailure(failureText(answer))
  }

  return (
    <>
      <h1 tabIndex={-1}>{words.title(link.spot_number, link.last_four)}</h1>
      <p className="lead">{words.text}</p>
      <div className="buttons">
        <button className="button button--sun" type="button" onClick={onPress}>
          {words.button}
        </button>
      </div>
      {asks && link.confirm_by && (
        <p className="small">{text.until(formatDeadline(new Date(link.confirm_by), new Date()))}</p>
      )}
      <p role="status">{failure}</p>
    </>
  )
}

/** What a link comes to by now: its mail may be older than what became of the place. */
function meaningOf(link: ShownLink): ShownLink['purpose'] | 'late' | 'ended' {
  if (link.purpose === 'change_email' || link.purpose === 'change_account') return link.purpose
  if (!link.has_place) return link.is_confirmed ? 'ended' : 'late'
  return link.is_confirmed ? 'open' : link.purpose
}

function ClosedLink({ token, link }: Omit<Props, 'press'>) {
  const [sent, setSent] = useState(false)
  const { failure, run } = useCall()
  const sending = useSending()
  return (
    <>
      <h1 tabIndex={-1}>{text.expired.title}</h1>
      <p className="lead">{link.has_place ? text.expired.kept : text.expired.text}</p>
      <div className="buttons">
        <button
          className="button button--sun"
          type="button"
          onClick={async () => setSent((await run(() => sendLinkAgain(token))) !== null)}
        >
          {text.again}
        </button>
      </div>
      <div role="status">
        {(sent || failure) && <p className="notice">{failure ?? sending(text.sentAgain)}</p>}
      </div>
    </>
  )
}
