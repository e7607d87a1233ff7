import Button from '@mui/material/Button'
import { useState } from 'react'
import { downloadFile, staffPath } from '@/api/dataProvider'
import { useStaffQuery } from '@/api/useStaffQuery'
import { DayField, MoneyField } from '@/ui/fields/values'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import { DraftDialog } from './DraftDialog'
import { KINDS, type Run, STATES } from './payment'
import { RunDialog, type RunStep, STEPS } from './RunDialog'

const COLUMNS: PlainColumn<Run>[] = [
  {
    label: 'Datei',
    render: ({ kind, run_on }) => (
      <>
        {KINDS[kind]}
        <small>
          <DayField on={run_on} />
        </small>
      </>
    ),
  },
  { label: 'Stand', render: ({ state }) => STATES[state] },
  { label: 'Posten', isNumeric: true, render: ({ line_count }) => line_count },
  {
    label: 'Summe',
    isNumeric: true,
    render: ({ total_cents }) => <MoneyField cents={total_cents} />,
  },
]

/** The steps that are open for a file. Who has drafted it does not release it. */
function stepsOf({ state, can_release }: Run): RunStep[] {
  if (state === 'drafted') return can_release ? ['release', 'discard'] : ['discard']
  return state === 'released' ? ['send', 'discard'] : []
}

/** Files for the bank, from the draft to the bank. */
export function Runs() {
  const { data } = useStaffQuery('/api/staff/bank/runs')
  const [isDrafting, setDrafting] = useState(false)
  const [asked, setAsked] = useState<{ run: Run; step: RunStep }>()
  if (!data) return null
  const isComplete = data.missing.length === 0
  const steps = (run: Run) => <Steps run={run} onAsk={(step) => setAsked({ run, step })} />
  return (
    <Section
      name="runs"
      title="Dateien für die Bank"
      action={isComplete && <Button onClick={() => setDrafting(true)}>Datei entwerfen</Button>}
    >
      {!isComplete && (
        <p className="caution">
          Dateien für die Bank gibt es erst, wenn das eigene Konto eingetragen ist. Es fehlt:{' '}
          {data.missing.join(', ')}.
        </p>
      )}
      {data.data.length === 0 ? (
        <p className="muted">Noch ist keine Datei entworfen.</p>
      ) : (
        <PlainTable
          label="Tabelle: Dateien für die Bank"
          columns={[...COLUMNS, { label: 'Nächster Schritt', render: steps }]}
          rows={data.data}
          rowKey={({ id }) => id}
          narrow={(run) => ({
            title: KINDS[run.kind],
            meta: STATES[run.state],
            aside: <MoneyField cents={run.total_cents} />,
            asideMeta: <DayField on={run.run_on} />,
            more: steps(run),
          })}
        />
      )}
      {isDrafting && <DraftDialog onClose={() => setDrafting(false)} />}
      {asked && <RunDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

function Steps({ run, onAsk }: { run: Run; onAsk: (step: RunStep) => void }) {
  const { id, state, can_release } = run
  return (
    <span className="buttons">
      {state === 'drafted' && !can_release && <small>Eine zweite Person gibt sie frei.</small>}
      {(state === 'released' || state === 'sent') && (
        <Button
          onClick={() => downloadFile(staffPath('bank', 'runs', id, 'file'), `voltigo-${id}.xml`)}
        >
          Datei laden
        </Button>
      )}
      {stepsOf(run).map((step) => (
        <Button key={step} onClick={() => onAsk(step)}>
          {STEPS[step].button}
        </Button>
      ))}
    </span>
  )
}
