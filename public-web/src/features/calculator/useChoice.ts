import { type RefObject, useEffect, useRef, useState } from 'react'
import { planOf } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { useSettings } from '@/lib/settingsContext'
import { useHydrated } from '@/lib/useHydrated'
import {
  type Choice,
  choiceOf,
  DEFAULT_CHOICE,
  fragmentOf,
  mentionsChoice,
  reservationOf,
} from './choice'

export interface Choosing {
  choice: Choice
  choose: (part: Partial<Choice>) => void
  instalmentsOffered: boolean
  /** Where the form is; with the choice once there are scripts, without which it cannot read it. */
  reservation: string
  /** Goes to the form that the radios belong to. */
  form: RefObject<HTMLFormElement | null>
}

/** The last choice: a jump within the page takes the fragment's place and can renew the page. */
let latest = DEFAULT_CHOICE

/** The visitor's choice, which the fragment of the address repeats: a link brings it back. */
export function useChoice(): Choosing {
  const hydrated = useHydrated()
  const [choice, setChoice] = useState(() => (hydrated ? choiceInAddress() : DEFAULT_CHOICE))
  const form = useRef<HTMLFormElement>(null)
  const instalmentsOffered = useSettings().instalmentsOffered || !hydrated

  useEffect(() => {
    const early = chosenBeforeStart(form.current)
    if (early) writeAddress(early)
    const read = () => {
      latest = choiceInAddress()
      setChoice(latest)
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])

  const choose = (part: Partial<Choice>) => {
    latest = { ...choice, ...part }
    setChoice(latest)
    writeAddress(latest)
  }

  // A link from a time with instalments must not bring them back.
  const withdrawn = !instalmentsOffered && planOf(choice.plan).months > 0
  const valid: Choice = withdrawn ? { ...choice, plan: 'one-off' } : choice
  const reservation = hydrated ? reservationOf(valid) : paths.reservation
  return { choice: valid, choose, instalmentsOffered, reservation, form }
}

function choiceInAddress(): Choice {
  const { hash } = window.location
  return hash === '' || mentionsChoice(hash) ? choiceOf(hash) : latest
}

/** Keeps the entry of the history, so that "back" leaves the page and nothing scrolls. */
function writeAddress(choice: Choice): void {
  try {
    window.history.replaceState(window.history.state, '', fragmentOf(choice))
  } catch {
    // Browsers refuse more than some hundred changes in a few seconds; the page itself goes on.
  }
}

/** What was clicked in the finished HTML before React took it over; null if nothing was. */
function chosenBeforeStart(form: HTMLFormElement | null): Choice | null {
  if (!form) return null
  const words = [...new FormData(form)].map(([name, word]) => `${name}=${word}`)
  const choice = choiceOf(`#${words.join('&')}`)
  return fragmentOf(choice) === fragmentOf(DEFAULT_CHOICE) ? null : choice
}
