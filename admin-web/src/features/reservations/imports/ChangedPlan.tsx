import { formatNumber } from '@/lib/format'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { type Difference, reservationsWords } from './listImport'

const SHOWN = 20

interface ChangedPlanProps {
  rows: readonly Difference[]
  places: number
  onClose: () => void
  onConfirm: () => void
}

/** What would come out differently from what was seen, before anything is entered. */
export function ChangedPlan({ rows, places, onClose, onConfirm }: ChangedPlanProps) {
  const more = rows.length - SHOWN
  return (
    <QuestionDialog
      title="Das Ergebnis hat sich geändert"
      button={`${reservationsWords(places)} so eintragen`}
      isRunning={places === 0}
      problem={places === 0 ? 'So lässt sich keine Zeile eintragen.' : null}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>Seit der Prüfung hat sich geändert:</p>
      <ul className="ruled">
        {rows.slice(0, SHOWN).map(({ line, name, before, after }) => (
          <li key={line}>
            <b>{name}</b>, Zeile {line}: statt „{before}“ jetzt „{after}“
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">und {formatNumber(more)} weitere Zeilen</p>}
    </QuestionDialog>
  )
}
