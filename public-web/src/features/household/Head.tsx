import { useRef } from 'react'
import type { Answer } from '@/api/ask'
import { decideShare, type OwnReservation, takePlaceBack } from '@/api/household'
import { FreePlace, TakenPlace } from '@/components/land/Places'
import { OwnField } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { RichText } from '@/components/RichText'
import { householdText } from '@/content/de/household'
import { shareText } from '@/content/de/householdShare'
import { formatDeadline, formatHour, formatMoment } from '@/lib/germanMoments'
import { formatKwh } from '@/lib/germanNumbers'
import { useCall } from '@/lib/own/useCall'
import { useSending } from '@/lib/useSending'
import { afterRefusal, type OwnProps } from './own'

const text = householdText.head

/** The household's place on the field, and what is to be done, if anything. */
export function Head(props: OwnProps & { onClose: () => void; isTaken: boolean }) {
  const { own, onClose, isTaken } = props
  const sending = useSending()
  const taken = [text.taken(own.spot_number), sending(text.takenText)] as const
  // Right after another household has handed the place over.
  const [title, lead] = isTaken ? taken : wordsOf(own)
  const { figures, spot_number: spot } = own
  const mine = {
    spot,
    flag: text.flag(spot),
    note: text.flagNote(figures.package, formatKwh(figures.annual_kwh)),
  }
  // What was pressed is gone afterwards; what came of it stands in the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  const acting = {
    ...props,
    onChanged(changed: OwnReservation) {
      props.onChanged(changed)
      heading.current?.focus()
    },
  }
  const shows = own.can_change || own.undo_until !== null
  return (
    <Plot field={<OwnField {...(shows ? { mine } : {})} />}>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p className="lead">
        <RichText text={lead} />
      </p>
      {own.undo_until && <Press {...acting} words={text.keep(spot)} send={takePlaceBack} />}
      {own.state === 'invited' && !own.decided_at && <Decide {...acting} />}
      <p className="small quiet">
        {text.who(`${own.first_name} ${own.last_name}`)}
        <strong className="reference">{own.reference}</strong>
        <br />
        {text.asOf(formatMoment(new Date()))}
      </p>
      {shows && <Legend />}
      <p className="small quiet house__session">
        {text.openUntil(formatHour(new Date(own.session_ends_at)))}{' '}
        <button type="button" className="textual" onClick={onClose}>
          {text.close}
        </button>
      </p>
    </Plot>
  )
}

type Words = readonly [title: string, lead: string]

function wordsOf(own: OwnReservation): Words {
  const spot = own.spot_number
  if (own.is_handed_over) return [text.handedOver(spot), text.handedOverText]
  if (own.park.is_cancelled) return [text.cancelledPark, text.cancelledParkText]
  if (own.undo_until) {
    const deadline = deadlineWords(own.undo_until)
    return own.state === 'expired'
      ? [text.lapsed(spot), text.lapsedText(deadline)]
      : [text.givenUp(spot), text.undoText(deadline)]
  }
  if (own.state === 'reserved') {
    if (!own.steps.confirmed_at) return [text.open(spot), text.openText(own.email)]
    return [text.calm(spot), own.steps.park_confirmed_at ? text.confirmedText : text.calmText]
  }
  if (own.state === 'invited')
    return own.decided_at
      ? [text.decided(spot), text.decidedText]
      : [text.invited(spot), text.invitedText(own.decide_by && deadlineWords(own.decide_by))]
  if (own.state === 'contracted') return [text.contracted(spot), text.contractedText]
  return own.state === 'active'
    ? [text.active(spot), text.activeText]
    : [text.over(spot), text.overText]
}

const deadlineWords = (at: string) => formatDeadline(new Date(at), new Date())

/** The answer to an invitation: the share that the page shows. */
function Decide(props: OwnProps) {
  const { annual_kwh, payment_plan, package: name, plan_months } = props.own.figures
  const known = { known_kwh: annual_kwh, known_plan: payment_plan } as Known
  return (
    <>
      <Press
        {...props}
        words={text.decide(shareText.name(name, plan_months))}
        send={() => decideShare(known)}
      />
      <p className="small">
        <RichText text={text.decideNote} />
      </p>
    </>
  )
}

/** What the server takes; the page shows what it gave. */
type Known = Parameters<typeof decideShare>[0]

interface PressProps extends OwnProps {
  words: string
  send: () => Promise<Answer<OwnReservation>>
}

function Press({ words, send, ...props }: PressProps) {
  const { busy, failure, run } = useCall(afterRefusal(props))
  async function onPress() {
    const changed = await run(send)
    if (changed) props.onChanged(changed)
  }
  return (
    <div className="buttons">
      <button
        className="button button--sun"
        type="button"
        aria-disabled={busy || undefined}
        onClick={onPress}
      >
        {words}
      </button>
      <p role="status">{failure}</p>
    </div>
  )
}

const SAMPLE = { width: 23, height: 15 }

function Legend() {
  const { mine, taken, free } = text.legend
  return (
    <ul className="legend">
      <li>
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <path className="mine" d="M1 1h23v15H1z" />
        </svg>
        {mine}
      </li>
      <li>
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <TakenPlace {...SAMPLE} />
        </svg>
        {taken}
      </li>
      <li>
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <FreePlace {...SAMPLE} />
        </svg>
        {free}
      </li>
    </ul>
  )
}
