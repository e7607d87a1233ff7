import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { counted, formatMoment } from '@/lib/format'
import { LinkButton } from './links/LinkButton'
import { RemoveDialog } from './RemoveDialog'
import { comparePath, type KeptReport, LIST_PATH, periodOfRun, queryOf, runWords } from './run'

/** Above a kept report: as of when it is, by whom, with what it was asked; and where it leads. */
export function RunBand({ kept: { run, answer } }: { kept: KeptReport }) {
  const [isRemoving, setRemoving] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const asked = [periodOfRun(run.parameters), ...runWords(run)].filter(Boolean)

  function leave() {
    // Not fetched again at once: this page, still standing, would ask for what is gone.
    void queries.invalidateQueries({ queryKey: ['report-runs'], refetchType: 'none' })
    navigate(LIST_PATH)
  }

  return (
    <section className="sheet kept-run" aria-label="Festgehaltener Stand">
      <div>
        <p className="kept-when">
          {answer.stand.provisional && (
            <span className="provisional-mark">{answer.stand.provisional}</span>
          )}
          So war es am <time dateTime={answer.stand.at}>{formatMoment(answer.stand.at)}</time>
        </p>
        {asked.length > 0 && <p className="flush">{asked.join(' · ')}</p>}
        <p className="tiny muted flush">
          {run.trigger === 'kept' && run.created_by_name && (
            <>Festgehalten von {run.created_by_name} · </>
          )}
          {counted(run.rows, '1 Zeile', 'Zeilen')} · gerechnet aus{' '}
          {counted(answer.stand.visits, 'einem Ereignis', 'Ereignissen')} und{' '}
          {counted(answer.stand.reservations, 'einer Reservierung', 'Reservierungen')}
        </p>
      </div>
      <p className="buttons no-print">
        <Button component={Link} to={comparePath(run.id)} variant="contained">
          Mit heute vergleichen
        </Button>
        <Button component={Link} to={`/reports/${run.report}?${queryOf(run.parameters)}`}>
          Heute ansehen
        </Button>
        <LinkButton run={run} />
        {run.may_remove && <Button onClick={() => setRemoving(true)}>Löschen</Button>}
      </p>
      {isRemoving && (
        <RemoveDialog run={run} onClose={() => setRemoving(false)} onRemoved={leave} />
      )}
    </section>
  )
}
