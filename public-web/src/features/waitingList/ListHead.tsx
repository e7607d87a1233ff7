import { useLocation } from 'react-router-dom'
import type { Entry } from '@/api/waitingList'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { waitingText as text } from '@/content/de/waitingList'
import { defaults } from '@/lib/offer/offer'
import type { ParkState } from '@/lib/parkState'
import { askForPlace, paths } from '@/lib/paths'
import { useParkState } from '@/lib/placesFree'
import { keptContact } from '@/lib/reservation/contactMemory'
import { JoinForm } from './JoinForm'
import { LostLink } from './LostLink'
import type { View } from './useWaitingList'

interface Props {
  /** Null until it is known what this browser is to see: then the list as the page's park is. */
  view: Extract<View, { kind: 'list' }> | null
  onEntered: (entry: Entry) => void
}

/** The list as everybody sees it: its form, or why there is nothing to wait for. */
export function ListHead({ view, onEntered }: Props) {
  const state = useListState(view)
  const { hasEnded = false, knowsNoLink = false } = view ?? {}
  const said = hasEnded ? text.lost.over : knowsNoLink ? text.link.unknownText : ''
  return (
    <>
      {knowsNoLink && <p className="notice">{text.link.unknownTitle}</p>}
      {state === 'full' ? (
        <Open list={view?.list ?? null} onEntered={onEntered} />
      ) : (
        <Closed state={state} />
      )}
      {state !== 'cancelled' && <LostLink isOpen={hasEnded || knowsNoLink} note={said} />}
    </>
  )
}

/** As the list says it is; whether there is a pause, the park says. */
function useListState(view: Props['view']): ParkState {
  const state = useParkState()
  if (!view) return state
  if (view.list.is_cancelled) return 'cancelled'
  if (view.list.is_open) return 'full'
  return state === 'paused' ? 'paused' : 'open'
}

interface OpenProps {
  list: Extract<View, { kind: 'list' }>['list'] | null
  onEntered: (entry: Entry) => void
}

function Open({ list, onEntered }: OpenProps) {
  return (
    <>
      <LastPlaceLost />
      <h1 tabIndex={-1}>{text.list.title(list?.spots_total)}</h1>
      <p className="lead">
        {text.list.lead}
        <br />
        <RichText text={text.list.number(list?.position ?? null)} />
      </p>
      <JoinForm park={list?.park ?? defaults.park} onEntered={onEntered} />
    </>
  )
}

/** To a visitor whose reservation came a moment too late. After a reload nothing is left of what was typed. */
function LastPlaceLost() {
  const { state } = useLocation()
  if (!state?.lost || !keptContact().email) return null
  return (
    <p className="notice" role="status">
      <RichText text={text.list.lost} />
    </p>
  )
}

function Closed({ state }: { state: Exclude<ParkState, 'full'> }) {
  const { cancelled, paused, placesFree } = text
  const { title, lead } = { cancelled, paused, open: placesFree }[state]
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
      <p className="buttons">
        {state === 'open' && (
          <Link className="button button--sun" to={paths.reservation}>
            {placesFree.reserve}
          </Link>
        )}
        {state === 'paused' && (
          <Link className="button button--sun" to={askForPlace}>
            {paused.ask}
          </Link>
        )}
        {state === 'cancelled' && (
          <Link className="button button--line" to={paths.pilot}>
            {cancelled.park}
          </Link>
        )}
      </p>
    </>
  )
}
