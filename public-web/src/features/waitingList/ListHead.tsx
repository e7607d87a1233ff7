import { Link } from 'react-router-dom'
import type { Entry } from '@/api/waitingList'
import { RichText } from '@/components/RichText'
import { waitingText as text } from '@/content/de/waitingList'
import { paths } from '@/lib/paths'
import { JoinForm } from './JoinForm'
import { LostLink } from './LostLink'
import type { View } from './useWaitingList'

interface Props {
  view: Extract<View, { kind: 'list' }>
  onEntered: (entry: Entry) => void
}

/** The list as everybody sees it: its form, or why there is nothing to wait for. */
export function ListHead({ view, onEntered }: Props) {
  const { list, hasEnded, knowsNoLink } = view
  const said = hasEnded ? text.lost.over : knowsNoLink ? text.link.unknownText : ''
  return (
    <>
      {knowsNoLink && <p className="notice">{text.link.unknownTitle}</p>}
      {list.is_open ? (
        <Open view={view} onEntered={onEntered} />
      ) : (
        <Closed isOff={list.is_cancelled} />
      )}
      {!list.is_cancelled && <LostLink isOpen={hasEnded || knowsNoLink} note={said} />}
    </>
  )
}

function Open({ view: { list }, onEntered }: Props) {
  return (
    <>
      <h1 tabIndex={-1}>{text.list.title(list.spots_total)}</h1>
      <p className="lead">
        <RichText text={text.list.lead(list.position)} />
      </p>
      <JoinForm park={list.park} onEntered={onEntered} />
    </>
  )
}

function Closed({ isOff }: { isOff: boolean }) {
  const { cancelled, placesFree } = text
  const words = isOff ? cancelled : placesFree
  return (
    <>
      <h1 tabIndex={-1}>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <p className="buttons">
        {isOff ? (
          <Link className="button button--line" to={paths.pilot}>
            {cancelled.park}
          </Link>
        ) : (
          <Link className="button button--sun" to={paths.reservation}>
            {placesFree.reserve}
          </Link>
        )}
      </p>
    </>
  )
}
