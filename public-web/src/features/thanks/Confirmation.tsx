import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { type JustReserved, justReserved } from '@/api/household'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { confirmationText as text } from '@/content/de/confirmation'
import { formatDeadline } from '@/lib/germanMoments'
import { useLoaded } from '@/lib/own/useLoaded'
import { paths } from '@/lib/paths'
import { useSettings } from '@/lib/settingsContext'
import { useSending } from '@/lib/useSending'
import { calendarOf } from './calendar'
import { mailboxOf } from './mailboxes'
import type { ToldOriginProps } from './ToldOrigin'

/** The mail leaves within seconds of the reservation; a mailbox that does not exist refuses it at once. */
const LOOK_AGAIN = [5_000, 20_000, 60_000]

export interface ConfirmationProps {
  /** The key the reservation was made with. */
  secret: string
  /** What is shown as long as, or where, the server does not know the key. */
  instead: ReactNode
  /** Given the last question once the server has told the reservation: its code is fetched after all else. */
  onQuestion: (question: ComponentType<ToldOriginProps>) => void
  /** Told as soon as it is known that nothing is left to confirm. */
  onConfirmed: () => void
}

/** The address the mail went to, the step that is missing, and what to keep. */
export function Confirmation({ secret, instead, onQuestion, onConfirmed }: ConfirmationProps) {
  const [found, setFound] = useState<JustReserved | null>(null)
  const look = useCallback(async () => {
    const answer = await justReserved(secret)
    if (answer.kind === 'done') setFound(answer.found)
    return answer.kind === 'done' ? answer.found : null
  }, [secret])

  const isFound = found !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever function takes it
  useEffect(() => {
    if (!isFound) return
    import('./ToldOrigin').then(
      ({ ToldOrigin }) => onQuestion(ToldOrigin),
      () => undefined,
    )
  }, [isFound])

  const isConfirmed = found?.is_confirmed === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever function takes it
  useEffect(() => {
    if (isConfirmed) onConfirmed()
  }, [isConfirmed])

  useEffect(() => {
    void look()
    // Back from the mailbox the address may be confirmed; a while later the mail may have come back.
    const again = () => void look()
    window.addEventListener('focus', again)
    const looks = LOOK_AGAIN.map((after) => window.setTimeout(again, after))
    return () => {
      window.removeEventListener('focus', again)
      looks.forEach(window.clearTimeout)
    }
  }, [look])

  if (!found) return instead
  return (
    <div className="confirm">
      {found.is_confirmed || !found.is_reserved ? (
        <Settled found={found} />
      ) : (
        <Missing found={found} secret={secret} look={look} onCorrected={setFound} />
      )}
      <Keep found={found} />
    </div>
  )
}

function Settled({ found }: { found: JustReserved }) {
  return (
    <>
      <p className="confirm__title">{found.is_reserved ? text.done : text.over}</p>
      <div className="buttons">
        <Link className="button button--line" to={paths.myReservation}>
          {text.own}
        </Link>
      </div>
    </>
  )
}

interface MissingProps {
  found: JustReserved
  secret: string
  look: () => Promise<JustReserved | null>
  onCorrected: (found: JustReserved) => void
}

function Missing({ found, secret, look, onCorrected }: MissingProps) {
  const [said, setSaid] = useState('')
  // Until the household decides, the form is open where the mail came back.
  const [decided, setCorrecting] = useState<boolean>()
  const { is_refused: isRefused, is_written: isWritten, email } = found
  const sending = useSending()
  const correcting = decided ?? isRefused
  const { part: form, failed, load } = useLoaded(() => import('./CorrectEmail'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is needed, and not at every render
  useEffect(() => {
    if (correcting) void load()
  }, [correcting])

  async function check() {
    const now = await look()
    if (!now?.is_confirmed) setSaid(text.notYet)
  }

  function finish(corrected: JustReserved | null) {
    setCorrecting(corrected ? undefined : false)
    if (!corrected || corrected.email === email) return
    onCorrected(corrected)
    setSaid(text.corrected)
  }

  const went = isWritten ? sending(text.sentTo(email)) : text.unwritten(email)
  return (
    <>
      <p className="confirm__title" role={isRefused ? 'alert' : undefined}>
        {isRefused ? text.refused : text.ask}
      </p>
      <p className="confirm__address">
        <RichText text={isRefused ? text.refusedText(email) : went} />{' '}
        {found.confirm_by && text.until(formatDeadline(new Date(found.confirm_by), new Date()))}
      </p>
      {correcting && form ? (
        <form.CorrectEmail secret={secret} email={email} onDone={finish} />
      ) : (
        <div className="buttons">
          {!isRefused && <OpenMailbox email={email} onCheck={check} />}
          <button
            type="button"
            className="confirm__wrong"
            onClick={() => (correcting ? load() : setCorrecting(true))}
          >
            {isRefused ? text.change : text.wrong}
          </button>
        </div>
      )}
      <p role="status">{failed ? text.failure : said}</p>
    </>
  )
}

/** The one yellow button: to the mailbox where we know it, else to see whether it is done. */
function OpenMailbox({ email, onCheck }: { email: string; onCheck: () => void }) {
  const mailbox = mailboxOf(email)
  if (!mailbox) {
    return (
      <button type="button" className="button button--sun" onClick={onCheck}>
        {text.check}
      </button>
    )
  }
  return (
    <a
      className="button button--sun"
      href={mailbox.address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text.open(mailbox.host)}
      <span className="visually-hidden"> {text.newTab}</span>
    </a>
  )
}

/** The deadline as a calendar file, as long as there is one, and the household's own link. */
function Keep({ found }: { found: JustReserved }) {
  const { publicUrl } = useSettings()
  const confirmBy = found.is_confirmed ? null : found.confirm_by
  const link = found.referral_code && `${publicUrl}/?ref=${found.referral_code}`
  return (
    <>
      {confirmBy && (
        <p>
          <a
            className="confirm__calendar"
            href={calendarAddress(found, new Date(confirmBy))}
            download="voltigo.ics"
          >
            {text.calendar}
          </a>
        </p>
      )}
      {link && (
        <p className="confirm__friend">
          <strong>{text.friend}:</strong> <code>{link.replace(/^https?:\/\//, '')}</code>
          <span className="small quiet">{text.friendNote}</span>
        </p>
      )}
    </>
  )
}

function calendarAddress(found: JustReserved, confirmBy: Date): string {
  const file = calendarOf({
    reference: found.reference,
    spot: found.spot_number,
    confirmBy,
    now: new Date(),
  })
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`
}
