import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { ExperimentDialog } from './ExperimentDialog'
import {
  ARM_WORDS,
  type ExperimentRow,
  MEASURE_WORDS,
  periodWords,
  STATE_WORDS,
  subjectWords,
} from './experiment'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

/** Drafts, running and ended experiments. */
export function ExperimentsPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/experiments', {
    params: { query: { per_page: 100, order: 'desc' } },
  })
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Versuche"
      actions={
        <Button variant="contained" onClick={() => setAdding(true)}>
          Versuch entwerfen
        </Button>
      }
    >
      <section className="sheet" aria-label="Versuche">
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <p className="muted flush">Wird geladen</p>}
        {data && <Experiments rows={data.data} />}
      </section>
      {isAdding && <ExperimentDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Experiments({ rows }: { rows: readonly ExperimentRow[] }) {
  if (rows.length === 0)
    return (
      <p className="muted flush">
        Noch kein Versuch. Fragen Sie etwas, das sich an Zahlen entscheidet: Bringt ein anderer Text
        mehr begonnene Formulare? Bringt eine Kampagne Reservierungen, die es sonst nicht gäbe?
      </p>
    )
  const question = (row: ExperimentRow) => <Link to={`/experiments/${row.id}`}>{row.question}</Link>
  return (
    <PlainTable<ExperimentRow>
      label="Tabelle: Versuche"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Frage', isText: true, render: question },
        { label: 'Was sich unterscheidet', isText: true, render: differs },
        { label: 'Gemessen an', render: ({ measure }) => MEASURE_WORDS[measure] },
        { label: 'Zeit', render: periodWords },
        { label: 'Stand', render: ({ state }) => STATE_WORDS[state] },
      ]}
      narrow={(row) => ({
        title: question(row),
        meta: differs(row),
        aside: STATE_WORDS[row.state],
      })}
    />
  )
}

const differs = (row: ExperimentRow): string => `${subjectWords(row)}: ${ARM_WORDS[row.kind]}`
