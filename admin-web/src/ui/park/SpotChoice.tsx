import { useEffect, useRef, useState } from 'react'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { SpotField } from './SpotField'
import { type Run, SPOT_STATES, stateAt, takenWords } from './spotStates'
import { useChoosingGrid } from './useGrid'
import './capacity.css'

interface SpotChoiceProps {
  /** Where the household is now, if it has a place in this park. */
  own?: number | null
  /** What is chosen so far, also by typing its number. */
  chosen: number | null
  /** Only ever a free spot. */
  onChoose: (number: number) => void
  /** It takes the keys at once. */
  hasFocus?: boolean
}

/** A free spot of a park, chosen on its picture: arrow keys look around, Enter or a click chooses. */
export function SpotChoice({ park, ...props }: SpotChoiceProps & { park: string }) {
  const { data, error } = useStaffQuery('/api/staff/parks/{park}/capacity', {
    params: { path: { park } },
  })
  if (data) return <Picture key={park} runs={data.runs} {...props} />
  return error && <p className="error-text">{errorWords(error)}</p>
}

/** The whole park, with what is free at full strength. */
function Picture(props: SpotChoiceProps & { runs: readonly Run[] }) {
  const { runs, own = null, chosen, onChoose, hasFocus } = props
  const grid = useChoosingGrid(runs)
  const { cursor, look } = useCursor(runs, own, chosen)
  const [hovered, setHovered] = useState<number | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const frame = useShownCursor(cursor)
  useEffect(() => {
    if (hasFocus) frame.current?.querySelector<HTMLElement>('[role="slider"]')?.focus()
  }, [hasFocus, frame])

  function move(number: number) {
    setRefused(null)
    look(number)
  }
  function pick(number: number) {
    const isFree = stateAt(runs, number) === 'free'
    look(number)
    setRefused(isFree ? null : number)
    if (isFree) onChoose(number)
  }
  return (
    <div className="spot-choice">
      <div ref={frame} className="spot-choice-picture">
        <SpotField
          runs={runs}
          grid={grid}
          strong="free"
          cursor={cursor}
          cursorWords={spotWords(runs, cursor, own)}
          chosen={own === null ? [] : [own]}
          decided={chosen !== null && chosen <= grid.count ? chosen : null}
          onPick={pick}
          onMove={move}
          onHover={setHovered}
        />
      </div>
      {refused !== null && (
        <p className="error-text" role="alert">
          {refusalWords(runs, refused, own)}
        </p>
      )}
      <p id="field-help" className="tiny muted">
        {spotWords(runs, hovered ?? cursor, own)}. Umrandete Plätze sind frei.{' '}
        <span className="spot-choice-keys">
          Pfeiltasten bewegen, <kbd>Enter</kbd> wählt.
        </span>
      </p>
    </div>
  )
}

/** The spot that is looked at: the chosen one until keys or the pointer lead away from it. */
function useCursor(runs: readonly Run[], own: number | null, chosen: number | null) {
  const [looked, setLooked] = useState<{ at: number; chosen: number | null }>()
  const last = runs.at(-1)?.last ?? 1
  const free = runs.find(({ state }) => state === 'free')
  const isInPark = chosen !== null && chosen >= 1 && chosen <= last
  const start = isInPark ? chosen : (own ?? free?.first ?? 1)
  return {
    // A number that is typed afterwards leads the picture there.
    cursor: looked && (looked.chosen === chosen || looked.at === chosen) ? looked.at : start,
    look: (at: number) => setLooked({ at, chosen }),
  }
}

/** On a phone the picture is longer than its frame: the cursor stays in sight. */
function useShownCursor(cursor: number) {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move of the cursor that scrolls
  useEffect(() => {
    const here = frame.current?.querySelector('.c-here')?.getBoundingClientRect()
    const area = frame.current?.getBoundingClientRect()
    if (!frame.current || !here || !area) return
    // Only the frame scrolls: `scrollIntoView` would move the dialog around it as well.
    frame.current.scrollTop +=
      Math.max(0, here.bottom - area.bottom) - Math.max(0, area.top - here.top)
  }, [cursor])
  return frame
}

function spotWords(runs: readonly Run[], number: number, own: number | null): string {
  if (number === own) return `Platz ${number}, der bisherige`
  const state = stateAt(runs, number)
  return state ? `Platz ${number}, ${SPOT_STATES[state].spoken}` : `Platz ${number}`
}

function refusalWords(runs: readonly Run[], number: number, own: number | null): string {
  if (number === own) return `Platz ${number} ist der bisherige.`
  const state = stateAt(runs, number)
  return `Platz ${number} ist nicht frei: ${state ? takenWords(state) : 'diese Nummer gibt es nicht'}.`
}
