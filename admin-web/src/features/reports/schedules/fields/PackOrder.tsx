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

/** Moves a report before the one above it or behind the one below, or takes it out while others remain. */
export function PackOrder({ draft, onDraft, reports, place, title, onGone }: PackOrderProps) {
  const last = packOf(draft).length - 1
  return (
    <p className="flush further-order">
      <button
        type="button"
        className="text-button"
        aria-label={`${title} nach oben`}
        disabled={place === 0}
        onClick={() => onDraft(moved(draft, place, -1))}
      >
        Nach oben
      </button>
      <button
        type="button"
        className="text-button"
        aria-label={`${title} nach unten`}
        disabled={place === last}
        onClick={() => onDraft(moved(draft, place, 1))}
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
