import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useState } from 'react'
import { formatNumber } from '@/lib/format'
import { StateMark } from '@/ui/fields/StateMark'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { useUndo } from '@/ui/page/useUndo'
import { showPath } from '../showPath'
import type { OperationOutcome, OperationRow } from '../types'
import { resultText, saveText } from './results'

interface ResultTableProps {
  name: string
  outcome: OperationOutcome
  onClose: () => void
  /** Everything was taken back again. */
  onUndone: () => void
}

/** One line a row: what was done, and what was refused and why. */
export function ResultTable({ name, outcome, onClose, onUndone }: ResultTableProps) {
  const { results, done, refused, undo_until, operation_id } = outcome
  const [isRefusedOnly, setRefusedOnly] = useState(false)
  const undo = useUndo(onUndone)
  const rows = isRefusedOnly ? results.filter((row) => row.outcome === 'refused') : results
  return (
    <>
      <DialogContent className="form">
        <p role="status">
          <b className="number">{formatNumber(done)}</b> erledigt,{' '}
          <b className="number">{formatNumber(refused)}</b> abgelehnt
        </p>
        <div className="switch-row">
          <Button aria-pressed={!isRefusedOnly} onClick={() => setRefusedOnly(false)}>
            Alle Zeilen
          </Button>
          <Button
            aria-pressed={isRefusedOnly}
            disabled={refused === 0}
            onClick={() => setRefusedOnly(true)}
          >
            Nur abgelehnte
          </Button>
          <Button onClick={() => saveText(resultText(rows), `ergebnis-${name}.txt`)}>
            Als Text speichern
          </Button>
        </div>
        <div className="results">
          <Results rows={rows} />
        </div>
      </DialogContent>
      <DialogActions>
        {undo_until && operation_id !== null && done > 0 && (
          <Button disabled={undo.isPending} onClick={() => undo.mutate(operation_id)}>
            Alles rückgängig machen
          </Button>
        )}
        <Button variant="contained" color="secondary" onClick={onClose}>
          Fertig
        </Button>
      </DialogActions>
    </>
  )
}

function Results({ rows }: { rows: readonly OperationRow[] }) {
  return (
    <ScrollRegion label="Ergebnis je Reservierung">
      <table>
        <thead>
          <tr>
            <th scope="col">Haushalt</th>
            <th scope="col">Ergebnis</th>
            <th scope="col">Stand</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <a href={`/admin${showPath(row)}`} target="_blank" rel="noreferrer">
                  {row.name}
                </a>
              </td>
              <td className="wrapping">{row.outcome === 'done' ? 'Erledigt' : row.detail}</td>
              <td>
                <StateMark state={row.state ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
