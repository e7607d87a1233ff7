import Button from '@mui/material/Button'
import { useState } from 'react'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { SpotCell } from '@/ui/park/FieldDrawing'
import { type Run, SPOT_STATES, type SpotState } from '@/ui/park/spotStates'
import { countWords, spotsWord } from './ranges'

interface SpotRunsProps {
  runs: readonly Run[]
  strong: SpotState | null
  onChoose: (run: Run) => void
}

const STEP = 40

/** The same spots as a table: the way for everybody who does not use the picture. */
export function SpotRuns({ runs, strong, onChoose }: SpotRunsProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = strong ? runs.filter(({ state }) => state === strong) : runs
  const title = strong ? `Stand „${SPOT_STATES[strong].label}“ als Liste` : 'Alle Plätze als Liste'
  return (
    <details
      className="disclosure"
      open={isOpen || strong !== null}
      onToggle={(event) => strong === null && setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {(isOpen || strong !== null) && (
        <RunTable key={strong ?? ''} runs={shown} title={title} onChoose={onChoose} />
      )}
    </details>
  )
}

function RunTable(props: { runs: readonly Run[]; title: string; onChoose: (run: Run) => void }) {
  const { runs, title, onChoose } = props
  const [limit, setLimit] = useState(STEP)
  if (runs.length === 0) return <p className="muted">In diesem Stand ist gerade kein Platz.</p>
  return (
    <>
      <ScrollRegion label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">Plätze</th>
              <th scope="col">Stand</th>
              <th scope="col" className="number-column">
                Anzahl
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, limit).map((run) => (
              <RunRow key={run.first} run={run} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {runs.length > limit && (
        <Button onClick={() => setLimit(limit + STEP)}>
          Weitere zeigen ({runs.length - limit} Zeilen)
        </Button>
      )}
    </>
  )
}

function RunRow({ run, onChoose }: { run: Run; onChoose: (run: Run) => void }) {
  return (
    <tr>
      <td>
        <button type="button" className="text-button" onClick={() => onChoose(run)}>
          {spotsWord(run.first, run.last)}
        </button>
      </td>
      <td>
        <span className="standing">
          <SpotCell state={run.state} />
          {SPOT_STATES[run.state].label}
        </span>
      </td>
      <td className="number-column">{countWords(run.last - run.first + 1)}</td>
    </tr>
  )
}
