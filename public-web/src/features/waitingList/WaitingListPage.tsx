import './waitingList.css'
import { useEffect, useRef } from 'react'
import { LandPatterns } from '@/components/land/LandPatterns'
import { type Mine, OwnField, type Waiting } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { RichText } from '@/components/RichText'
import { ownFailures } from '@/content/de/ownFailures'
import { waitingText as text } from '@/content/de/waitingList'
import { formatKwh } from '@/lib/germanNumbers'
import { defaults } from '@/lib/offer/offer'
import { useParkState, usePlaces } from '@/lib/placesFree'
import { AfterOffer } from './AfterOffer'
import { EndedHead } from './EndedHead'
import { EntryHead } from './EntryHead'
import { ForecastSection } from './ForecastSection'
import { LinkHead } from './LinkHead'
import { ListHead } from './ListHead'
import { OfferHead } from './OfferHead'
import { RuleSection } from './RuleSection'
import { useWaitingList, type View, type WaitingList } from './useWaitingList'

export default function WaitingListPage() {
  const list = useWaitingList()
  const { view } = list
  // For the header, which leads here only as long as the park is known to be full.
  usePlaces()
  const isNight = useIsNight(view)
  const box = useHeadingFocus(headOf(view))
  return (
    <div className={isNight ? 'waiting waiting--night' : 'waiting'} ref={box}>
      <svg className="patterns" aria-hidden="true">
        <LandPatterns />
      </svg>
      <Plot field={<OwnField {...litIn(view)} />}>
        <Head list={list} />
        <noscript>
          <p className="notice">
            <RichText text={text.noScript} />
          </p>
        </noscript>
      </Plot>
      <Parts view={view} />
    </div>
  )
}

function Head({ list }: { list: WaitingList }) {
  const { view } = list
  if (view.kind === 'link') return <LinkHead {...view} onPress={list.press} />
  if (view.kind === 'list') return <ListHead view={view} onEntered={list.show} />
  if (view.kind === 'opening' && !view.hasLink)
    return <ListHead view={null} onEntered={list.show} />
  if (view.kind === 'entry') {
    const { entry } = view
    const own = {
      entry,
      onChanged: list.show,
      onReload: list.reload,
      onSessionEnded: list.sessionEnded,
    }
    if (entry.offer && entry.state === 'offered')
      return <OfferHead {...own} offer={entry.offer} asks={view.declines} />
    if (entry.position !== null)
      return (
        <EntryHead
          {...own}
          position={entry.position}
          isJustConfirmed={view.isJustConfirmed ?? false}
          isTooLate={view.isTooLate ?? false}
        />
      )
    return <EndedHead entry={entry} onStart={list.startAnew} />
  }
  return (
    <>
      <h1 tabIndex={-1}>{text.title}</h1>
      {view.kind === 'unreachable' ? (
        <p className="notice">{ownFailures.unclear}</p>
      ) : (
        <p className="lead" aria-live="polite">
          {text.opening}
        </p>
      )}
    </>
  )
}

/** What follows below the head: of the list, of an offer, or of a place on the list. */
function Parts({ view }: { view: View }) {
  const state = useParkState()
  // Keeps the footer out of the first view, so that what comes before it moves nothing that is seen.
  if (view.kind === 'opening' && state === 'full') return <div className="waiting__later" />
  if (view.kind === 'list' && view.list.is_open) {
    const { forecast, position, most_passes } = view.list
    return (
      <>
        <ForecastSection forecast={forecast} position={position} />
        <RuleSection kwh={defaults.annualKwh} mostPasses={most_passes} />
      </>
    )
  }
  if (view.kind !== 'entry') return null
  const { entry } = view
  if (entry.offer) return <AfterOffer offer={entry.offer} />
  if (entry.position === null || !entry.forecast) return null
  return (
    <>
      <ForecastSection forecast={entry.forecast} position={entry.position} />
      <RuleSection kwh={entry.annual_kwh} mostPasses={entry.most_passes} />
    </>
  )
}

/** The field lies in the dark for who waits, and in the light where there is nothing to wait for. */
function useIsNight(view: View): boolean {
  const state = useParkState()
  if (view.kind === 'list') return view.list.is_open
  return view.kind !== 'opening' || view.hasLink || state === 'full'
}

/** What is lit in the dark field: the offered place, else one's turn at its edge. */
function litIn(view: View): { mine?: Mine; waiting?: Waiting } {
  const waits = (position: number) => ({
    waiting: { flag: text.flag(position), note: text.flagNote },
  })
  if (view.kind === 'list') return view.list.is_open ? waits(view.list.position) : {}
  if (view.kind === 'link') {
    const spot = view.link.offered_spot
    if (spot === null) return {}
    return { mine: { spot, flag: text.offer.flag(spot), note: view.link.park_name, isHeld: true } }
  }
  if (view.kind !== 'entry') return {}
  const { offer, position } = view.entry
  if (!offer) return position === null ? {} : waits(position)
  const note = text.offer.flagNote(formatKwh(offer.annual_kwh))
  const spot = offer.spot_number
  return { mine: { spot, flag: text.offer.flag(spot), note, isHeld: true } }
}

const headOf = (view: View): string =>
  view.kind === 'entry' ? `entry ${view.entry.state}` : view.kind

/** After a press the view is another one: its heading gets the focus, so that it is read out. */
function useHeadingFocus(head: string) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef('opening')
  useEffect(() => {
    const before = seen.current
    seen.current = head
    if (before === 'opening' || before === head) return
    box.current?.querySelector('h1')?.focus()
    window.scrollTo({ top: 0 })
  }, [head])
  return box
}
