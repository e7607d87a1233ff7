import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatMomentShort } from '@/lib/format'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import type { Reservation } from '../types'
import { fieldLabel, formatValue } from '../values'
import { type Choices, conflicts, type Draft, type FieldConflict, settled } from './draft'

interface ConflictTableProps {
  base: Reservation
  draft: Draft
  current: Reservation
  onSettled: (left: Draft) => void
  onDiscard: () => void
}

/** Two versions beside each other. Where only one of them changed a field, that change stands. */
export function ConflictTable({ base, draft, current, onSettled, onDiscard }: ConflictTableProps) {
  const [choices, setChoices] = useState<Choices>({})
  const found = conflicts(base, draft, current)
  const open = found.filter(({ isOpen, field }) => isOpen && !choices[field])
  return (
    <section className="sheet form" aria-labelledby="conflict-versions">
      <h2 id="conflict-versions">Inzwischen hat jemand anderes gespeichert</h2>
      <p role="alert">
        Ihre Fassung ist noch nicht gespeichert und geht nicht verloren. Wählen Sie, was gelten
        soll.
      </p>
      <ScrollRegion label="Beide Fassungen">
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">Angabe</th>
              <th scope="col">Ihre Fassung</th>
              <th scope="col">Stand von {lastChange(current)}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((conflict) => (
              <ConflictRow
                key={conflict.field}
                conflict={conflict}
                choice={choices[conflict.field]}
                onChoice={(choice) => setChoices({ ...choices, [conflict.field]: choice })}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="button-row">
        <Button
          variant="contained"
          color="secondary"
          disabled={open.length > 0}
          onClick={() => onSettled(settled(draft, found, choices))}
        >
          So speichern
        </Button>
        <Button onClick={onDiscard}>Meine Fassung verwerfen</Button>
        {open.length > 0 && (
          <span className="muted" role="status">
            Noch zu wählen: {open.map(({ field }) => fieldLabel(field)).join(', ')}
          </span>
        )}
      </div>
    </section>
  )
}

/** „Miriam Falk, heute, 11:42“ */
function lastChange({ timeline, updated_at }: Reservation): string {
  const latest = [...timeline].sort((one, other) => other.at.localeCompare(one.at))[0]
  return `${latest?.actor_name || 'jemand anderem'}, ${formatMomentShort(latest?.at ?? updated_at)}`
}

interface ConflictRowProps {
  conflict: FieldConflict
  choice: 'mine' | 'theirs' | undefined
  onChoice: (choice: 'mine' | 'theirs') => void
}

function ConflictRow({ conflict, choice, onChoice }: ConflictRowProps) {
  const { field, mine, theirs, isOpen } = conflict
  const label = fieldLabel(field)
  if (!isOpen)
    return (
      <tr>
        <th scope="row">{label}</th>
        <td>
          {mine === undefined ? (
            <span className="muted">nicht geändert</span>
          ) : (
            <b>{formatValue(field, mine)}</b>
          )}
        </td>
        <td>
          {mine === undefined ? <b>{formatValue(field, theirs)}</b> : formatValue(field, theirs)}
        </td>
      </tr>
    )
  const versions = [
    ['mine', mine, 'Ihre Fassung'],
    ['theirs', theirs, 'der andere Stand'],
  ] as const
  return (
    <tr data-open={choice === undefined || undefined}>
      <th scope="row">{label}</th>
      {versions.map(([name, value, words]) => (
        <td key={name}>
          <label className="version">
            <input
              type="radio"
              name={`fassung-${field}`}
              checked={choice === name}
              onChange={() => onChoice(name)}
              aria-label={`${label}: ${words}, ${formatValue(field, value)}`}
            />
            <span>{formatValue(field, value)}</span>
          </label>
        </td>
      ))}
    </tr>
  )
}
