import { flushSync } from 'react-dom'
import { moved, without } from '../edit/pack'
import type { Draft } from '../edit/typed'
import { packOf, type ReportInfo } from '../schedule'

interface PackOrderProps {
  draft: Draft
  onDraft: (changes: Partial<Draft>) => void
  reports: readonly ReportInfo[]
  place: number
  title: string
  onGone: () => void
}

type Step = -1 | 1

const idOf = (place: number, by: Step) => `pack-${place}-${by < 0 ? 'up' : 'down'}`

/** The report's buttons are others at its new place; at an end of the pack only one of them can be pressed. */
function focusAt(place: number, by: Step) {
  const wanted = [idOf(place, by), idOf(place, by < 0 ? 1 : -1)]
  const found = wanted.map((id) => document.getElementById(id) as HTMLButtonElement | null)
  found.find((button) => button && !button.disabled)?.focus()
}

/** Moves a report before the one above it or behind the one below, or takes it out while others remain. */
export function PackOrder({ draft, onDraft, reports, place, title, onGone }: PackOrderProps) {
  const last = packOf(draft).length - 1
  const move = (by: Step) => {
    flushSync(() => onDraft(moved(draft, place, by)))
    focusAt(place + by, by)
  }
  return (
    <p className="flush further-order">
      <button
        type="button"
        id={idOf(place, -1)}
        className="text-button"
        aria-label={`${title} nach oben`}
        disabled={place === 0}
        onClick={() => move(-1)}
      >
        Nach oben
      </button>
      <button
        type="button"
        id={idOf(place, 1)}
        className="text-button"
        aria-label={`${title} nach unten`}
        disabled={place === last}
        onClick={() => move(1)}
      >
        Nach unten
      </button>
      <button
        type="button"
        className="text-button"
        aria-label={`${title} entfernen`}
        onClick={() => {
          onDraft(without(draft, place, reports))
          onGone()
        }}
      >
        Entfernen
      </button>
    </p>
  )
}
