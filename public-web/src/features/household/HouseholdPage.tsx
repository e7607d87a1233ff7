import './household.css'
import { useEffect, useRef } from 'react'
import { type Mine, OwnField } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { householdText } from '@/content/de/household'
import { ownFailures } from '@/content/de/ownFailures'
import { Door } from './Door'
import { LinkDoor } from './LinkDoor'
import { useHousehold, type View } from './useHousehold'

export default function HouseholdPage() {
  const household = useHousehold()
  const { view } = household
  const heading = useHeadingFocus(view)
  return (
    <div className="house" ref={heading}>
      <Shown view={view} household={household} />
    </div>
  )
}

function Shown({ view, household }: { view: View; household: Household }) {
  if (view.kind === 'open') {
    return (
      <view.Content
        own={view.reservation}
        isTaken={view.isTaken ?? false}
        onChanged={household.show}
        onReload={household.reload}
        onClose={household.close}
        onSessionEnded={household.sessionEnded}
      />
    )
  }
  if (view.kind === 'hand_over') {
    const { token, link } = view
    const calls = { onReload: household.reload, onTaken: household.taken }
    return <view.Content token={token} link={link} {...calls} />
  }
  return (
    <Plot field={<OwnField {...lit(view)} />}>
      <Closed view={view} household={household} />
    </Plot>
  )
}

/** With a link to a place that is held, this place is lit before anybody is let in: the link came from us. */
function lit(view: View): { mine?: Mine } {
  if (view.kind !== 'link' || !view.link.has_place) return {}
  const spot = view.link.spot_number
  return { mine: { spot, flag: householdText.link.flag(spot), note: view.link.park_name } }
}

type Household = ReturnType<typeof useHousehold>

function Closed({ view, household }: { view: View; household: Household }) {
  const { link, title, opening } = householdText
  if (view.kind === 'link') {
    // Nothing goes to a new address by itself: it may be a stranger's.
    if (view.link.purpose === 'change_email' && view.link.state === 'expired')
      return <Door title={link.expired.title} lead={link.expired.change_email} />
    return <LinkDoor token={view.token} link={view.link} press={household.press} />
  }
  if (view.kind === 'unreachable') {
    return (
      <>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="notice">{ownFailures.unclear}</p>
      </>
    )
  }
  if (view.kind === 'unknown_link')
    return <Door title={link.unknown.title} lead={link.unknown.text} />
  return (
    <Door
      title={title}
      lead={
        view.kind === 'door' && view.hasEnded ? householdText.door.over : householdText.door.lead
      }
      note={view.kind === 'opening' ? opening : ''}
    />
  )
}

/** After a press the view is another one: its heading gets the focus, so that it is read out. */
function useHeadingFocus(view: View) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef<View['kind']>('opening')
  useEffect(() => {
    const before = seen.current
    seen.current = view.kind
    if (before !== 'opening' && before !== view.kind) box.current?.querySelector('h1')?.focus()
  }, [view])
  return box
}
