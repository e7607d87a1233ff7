import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Answer } from '@/api/ask'
import { ownEntry } from '@/api/ownEntry'
import {
  type Entry,
  lookAtWaitingLink,
  type ParkList,
  parkList,
  pressWaitingLink,
  type Reserved,
  type ShownWaitingLink,
} from '@/api/waitingList'
import { defaults } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'

/** What the page shows. */
export type View =
  /** Not known yet, which the finished page shows as the list in the state of the park. */
  | { kind: 'opening'; hasLink: boolean }
  | { kind: 'list'; list: ParkList; hasEnded: boolean; knowsNoLink: boolean }
  | { kind: 'link'; token: string; declines: boolean; link: ShownWaitingLink }
  | {
      kind: 'entry'
      entry: Entry
      declines: boolean
      isJustConfirmed?: boolean
      isTooLate?: boolean
    }
  | { kind: 'unreachable' }

/** The link of a mail in the fragment; `&antwort=nein` opens the question whether to decline. */
export function linkIn(hash: string): { token: string; declines: boolean } | null {
  const words = new URLSearchParams(hash.slice(1))
  const token = words.get('link')
  return token ? { token, declines: words.get('antwort') === 'nein' } : null
}

/** Finds out what to show: the link in the address, else this browser's entry, else the list. */
export function useWaitingList() {
  const [view, setView] = useState<View>({ kind: 'opening', hasLink: false })
  const navigate = useNavigate()
  const thank = ({ spot_number, reference }: Reserved, pressed: Answer<unknown>) => {
    const state = { spotNumber: spot_number, reference, replayed: false }
    navigate(`${paths.thanks}?spot=${spot_number}`, { replace: true, state })
    return pressed
  }

  const load = useCallback(async () => {
    const link = linkIn(window.location.hash)
    if (link) setView((view) => (view.kind === 'opening' ? { ...view, hasLink: true } : view))
    setView(link ? await viewOfLink(link) : await viewOfEntry())
  }, [])

  useEffect(() => {
    void load()
    // A link opened in the same tab changes only the fragment.
    const again = () => void load()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [load])

  return {
    view,
    reload: load,
    show: (entry: Entry) => setView({ kind: 'entry', entry, declines: false }),
    /** Presses the link's button; the view follows what came of it. */
    press: async (
      token: string,
      declines: boolean,
      confirms: boolean,
    ): Promise<Answer<unknown>> => {
      const pressed = await pressWaitingLink(token)
      // Used or over: what the link is now says more than the refusal.
      if (pressed.kind === 'refused') setView(await viewOfLink({ token, declines }))
      if (pressed.kind !== 'done') return pressed
      forgetLink()
      const { reserved } = pressed.found
      if (reserved) return thank(reserved, pressed)
      const next = await viewOfEntry(declines, confirms)
      const hadReserved = view.kind === 'link' && view.link.is_reservation
      setView(next.kind === 'entry' && hadReserved ? { ...next, isTooLate: true } : next)
      return pressed
    },
    sessionEnded: async () => setView(await viewOfList(true)),
    /** To the form of the list, whatever entry this browser has. */
    startAnew: async () => setView(await viewOfList()),
  }
}

export type WaitingList = ReturnType<typeof useWaitingList>

async function viewOfLink(link: { token: string; declines: boolean }): Promise<View> {
  const answer = await lookAtWaitingLink(link.token)
  if (answer.kind === 'done') return { kind: 'link', ...link, link: answer.found }
  return answer.kind === 'refused' ? viewOfList(false, true) : { kind: 'unreachable' }
}

async function viewOfEntry(declines = false, isJustConfirmed = false): Promise<View> {
  const answer = await ownEntry()
  if (answer.kind !== 'done') return { kind: 'unreachable' }
  return answer.found
    ? { kind: 'entry', entry: answer.found, declines, isJustConfirmed }
    : viewOfList()
}

async function viewOfList(hasEnded = false, knowsNoLink = false): Promise<View> {
  const answer = await parkList(defaults.park)
  if (answer.kind !== 'done') return { kind: 'unreachable' }
  return { kind: 'list', list: answer.found, hasEnded, knowsNoLink }
}

/** A used link has no business in the history of a shared computer. */
function forgetLink(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
