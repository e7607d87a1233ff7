import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatMoney } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import type { Arrival } from './costImport'

interface ArrivalsProps {
  /** Opens the file below, as if it had been chosen there. */
  onOpen: (arrival: Arrival) => void
}

/** Files that came into the folder by themselves. None of them counts before it is taken over below. */
export function Arrivals({ onOpen }: ArrivalsProps) {
  const { data, error, refetch } = useStaffQuery('/api/staff/costs/arrivals')
  if (error && !data)
    return (
      <Section title="Eingegangen">
        <LoadProblem error={error} onRetry={refetch} />
      </Section>
    )
  if (!data?.is_watched) return null
  return (
    <Section title="Eingegangen">
      {data.is_missing && (
        <p role="alert" className="error-text">
          Der Ordner für Werbekosten ist gerade nicht zu finden. Bitte geben Sie der Administration
          Bescheid. Dateien können Sie solange unten wählen.
        </p>
      )}
      {data.data.length === 0 ? (
        <p className="muted flush">
          Keine neue Datei. Was in den Ordner für Werbekosten gelegt wird, steht nach etwa einer
          Minute hier.
        </p>
      ) : (
        <ul className="row-list arrivals">
          {data.data.map((arrival) => (
            <ArrivalRow key={arrival.id} {...{ arrival, onOpen }} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ArrivalRow({ arrival, onOpen }: ArrivalsProps & { arrival: Arrival }) {
  const { id, file_name, arrived_at, problem } = arrival
  const notify = useNotify()
  const dismissal = useStaffChange('costs')
  const params = { path: { arrival_id: id } }

  async function dismiss() {
    if (
      !(await dismissal.run('post', '/api/staff/costs/arrivals/{arrival_id}/dismiss', { params }))
    )
      return
    notify(`„${file_name}“ wird nicht mehr gezeigt. Die Datei bleibt im Ordner.`, { type: 'info' })
  }

  return (
    <li>
      <span className="platform-name">
        {file_name}
        <small className="muted">
          <MomentField at={arrived_at} isShort />, {arrivalWords(arrival)}
        </small>
        {problem && <small className="error-text">{problem}</small>}
      </span>
      <span className="buttons">
        {!problem && <RowButton label="Prüfen" what={file_name} onClick={() => onOpen(arrival)} />}
        <RowButton
          label="Verwerfen"
          what={file_name}
          isDisabled={dismissal.isRunning}
          onClick={() => void dismiss()}
        />
      </span>
      {dismissal.problem && (
        <p role="alert" className="error-text">
          {dismissal.problem}
        </p>
      )}
    </li>
  )
}

/** What the file would bring. */
export function arrivalWords({ problem, lines, cents, open_lines }: Arrival): string {
  if (problem || lines === null || cents === null) return 'nicht lesbar'
  const parts = [`${counted(lines, 'eine Zeile', 'Zeilen')}, bisher ${formatMoney(cents)}`]
  if (open_lines)
    parts.push(counted(open_lines, 'eine Zeile braucht Ihren Blick', 'Zeilen brauchen Ihren Blick'))
  return parts.join('; ')
}
