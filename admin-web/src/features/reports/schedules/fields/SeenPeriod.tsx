import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { periodWords } from '@/features/reports/frame/parameters/periods'
import { type Seen, seenOf } from '../edit/fromReport'
import { PERIODS } from '../periods'
import { RowChoice } from './RowChoice'

interface SeenPeriodProps {
  chosen: string | null
  onChosen: (period: string) => void
}

/** Under a period that comes from a report's page: what the page showed, and the question what it meant. */
export function SeenPeriod({ chosen, onChosen }: SeenPeriodProps) {
  const [search] = useSearchParams()
  const seen = useMemo(() => seenOf(search), [search])
  if (!seen) return null
  const { choices } = seen.moving
  return (
    <div className="stacked seen-period">
      <p className="typed-word">{seenWords(seen)}</p>
      {choices.length > 1 && (
        <RowChoice
          legend="Was soll jede Sendung zeigen?"
          name="seen-period"
          choices={choices.map((name) => [name, PERIODS[name] ?? name] as const)}
          chosen={chosen ?? ''}
          onChosen={onChosen}
        />
      )}
      {seen.compared && (
        <p className="typed-word">
          Verglichen haben Sie mit {periodWords(seen.compared)}. Feste Tage wandern nicht mit: Jede
          Sendung vergleicht mit dem Zeitraum davor, wenn Sie nichts anderes wählen.
        </p>
      )}
    </div>
  )
}

function seenWords({ period, moving }: Seen): string {
  const days = `Auf der Seite sahen Sie ${periodWords(period)}.`
  const [first] = moving.choices
  if (first === undefined)
    return `${days} Feste Tage wandern nicht mit: Bitte wählen Sie, welche Tage jede Sendung zeigen soll.`
  if (moving.choices.length > 1) return days
  if (!moving.isOther) return `${days} Jede Sendung zeigt die entsprechenden Tage ihres Datums.`
  return first.endsWith('_days')
    ? `${days} Jede Sendung zeigt ganze Tage: Der Tag des Versands ist noch nicht vorbei und zählt nicht mit.`
    : `${days} Jede Sendung zeigt denselben Ausschnitt vor ihrem Datum.`
}
