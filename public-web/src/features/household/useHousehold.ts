import { useCallback, useEffect, useState } from 'react'
import type { Answer } from '@/api/ask'
import { type HandOverLink, lookAtHandOver } from '@/api/handOver'
import {
  endSession,
  lookAtLink,
  type OwnReservation,
  ownReservation,
  pressLink,
  type ShownLink,
} from '@/api/household'
import type { OwnReservationView } from './OwnReservationView'

import type { TakeOverView } from './TakeOverView'

type Content = typeof OwnReservationView

/** `link` opens the household's own page; `uebernahme` shows a place that another one offers. */
const FRAGMENT = /^#(link|uebernahme)=(.+)$/

/** What the page shows. */
export type View =
  | { kind: 'opening' }
  /** Neither link nor session: the form for a new link. `hasEnded`: there was a session until now. */
  | { kind: 'door'; hasEnded: boolean }
  | { kind: 'link'; token: string; link: ShownLink }
  | { kind: 'unknown_link' }
  | { kind: 'unreachable' }
  /** `isTaken`: it has just been taken over from another household. */
  | { kind: 'open'; reservation: OwnReservation; Content: Content; isTaken?: boolean }
  | { kind: 'hand_over'; token: string; link: HandOverLink; Content: typeof TakeOverView }

/** Finds out what to show: the link in the address, else this browser's session, else the door. */
export function useHousehold() {
  const [view, setView] = useState<View>({ kind: 'opening' })

  const load = useCallback(async () => {
    const [, purpose, token] = FRAGMENT.exec(window.location.hash) ?? []
    if (!token) setView(await viewOf(await ownReservation()))
    else setView(purpose === 'link' ? await viewOfLink(token) : await viewOfHandOver(token))
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
    show: (reservation: OwnReservation) =>
      setView((now) => (now.kind === 'open' ? { ...now, reservation } : now)),
    /** Presses the link's button; the view follows what came of it. */
    press: async (token: string) => {
      const pressed = await pressLink(token)
      // Over: what the link is now says more than the refusal.
      if (pressed.kind === 'refused') setView(await viewOfLink(token))
      if (pressed.kind !== 'done') return pressed
      forgetLink()
      setView(await viewOf(await ownReservation()))
      return pressed
    },
    taken: async () => {
      forgetLink()
      const view = await viewOf(await ownReservation())
      setView(view.kind === 'open' ? { ...view, isTaken: true } : view)
    },
    close: async () => {
      await endSession()
      forgetContract()
      setView({ kind: 'door', hasEnded: false })
    },
    sessionEnded: () => setView({ kind: 'door', hasEnded: true }),
  }
}

async function viewOfLink(token: string): Promise<View> {
  const answer = await lookAtLink(decodeURIComponentSafely(token))
  if (answer.kind === 'done') return { kind: 'link', token, link: answer.found }
  return answer.kind === 'refused' ? { kind: 'unknown_link' } : { kind: 'unreachable' }
}

async function viewOfHandOver(token: string): Promise<View> {
  const answer = await lookAtHandOver(decodeURIComponentSafely(token))
  if (answer.kind === 'refused') return { kind: 'unknown_link' }
  if (answer.kind !== 'done') return { kind: 'unreachable' }
  try {
    const { TakeOverView: Content } = await import('./TakeOverView')
    return { kind: 'hand_over', token, link: answer.found, Content }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** The page behind the door is fetched once the household is signed in: most who come here are not yet. */
async function viewOf(answer: Answer<OwnReservation | null>): Promise<View> {
  if (answer.kind !== 'done') return { kind: 'unreachable' }
  if (!answer.found) return { kind: 'door', hasEnded: false }
  try {
    const { OwnReservationView: Content } = await import('./OwnReservationView')
    return { kind: 'open', reservation: answer.found, Content }
  } catch {
    return { kind: 'unreachable' }
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What was typed for a contract (`contract/draft.ts`) stays on no shared computer. */
function forgetContract(): void {
  try {
    sessionStorage.removeItem('contract_draft')
  } catch {
    // Nothing was kept.
  }
}

/** A link has no business in the history of a shared computer; who signs out ends it, too. */
function forgetLink(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
