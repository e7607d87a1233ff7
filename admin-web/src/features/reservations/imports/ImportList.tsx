import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { formatNumber } from '@/lib/format'
import { ParkName } from '@/ui/fields/ParkName'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { ImportProgress } from './ImportProgress'
import { goesOn, type ListImport, rowsWords } from './listImport'
import { UndoDialog } from './UndoDialog'
import { SHOWN, useImports } from './useImports'

/** Every list that was imported, each to be undone as a whole while that is possible. */
export function ImportList() {
  const [size, setSize] = useState(SHOWN)
  const { data, error, refetch } = useImports(size)
  const [asked, setAsked] = useState<number | null>(null)
  const undone = data?.data.find(({ id }) => id === asked)
  const { run, isRunning, problem } = useStaffChange('reservations', 'parks')
  const goOn = (import_id: number) =>
    run('post', '/api/staff/reservations/imports/{import_id}/continue', {
      params: { path: { import_id } },
    })
  const steps: Steps = { onUndo: ({ id }) => setAsked(id), onGoOn: goOn, isRunning }
  return (
    <Section title="Bisher eingelesen">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      {data?.data.length === 0 && <p className="muted flush">Noch wurde keine Liste eingelesen.</p>}
      {data && data.data.length > 0 && (
        <PlainTable<ListImport>
          label="Eingelesene Listen"
          rows={data.data}
          rowKey={({ id }) => id}
          columns={columns(steps)}
          narrow={(made) => ({
            title: made.file_name,
            isText: true,
            meta: <Origin made={made} />,
            aside: formatNumber(made.entered),
            asideMeta: notEntered(made),
            more: <StandingSteps made={made} {...steps} />,
          })}
        />
      )}
      {data?.has_next && <Button onClick={() => setSize(size + 40)}>Frühere zeigen</Button>}
      {undone && <UndoDialog made={undone} onClose={() => setAsked(null)} />}
    </Section>
  )
}

interface Steps {
  onUndo: (made: ListImport) => void
  onGoOn: (id: number) => void
  isRunning: boolean
}

const columns = (steps: Steps) => [
  {
    label: 'Datei',
    isText: true,
    render: (made: ListImport) => (
      <>
        {made.file_name}
        <small>
          <Origin made={made} />
        </small>
      </>
    ),
  },
  {
    label: 'Eingetragen',
    isNumeric: true,
    render: (made: ListImport) => (
      <>
        {formatNumber(made.entered)}
        <small>{notEntered(made)}</small>
      </>
    ),
  },
  {
    label: 'Stand',
    render: (made: ListImport) => <StandingSteps made={made} {...steps} />,
  },
]

/** When, by whom and into which park, and where the consents are. */
function Origin({ made: { at, actor_name, park_id, statement } }: { made: ListImport }) {
  return (
    <>
      <MomentField at={at} isShort />
      {actor_name && `, ${actor_name}`}, <ParkName id={park_id} />
      {statement && `; Einwilligungen: ${statement}`}
    </>
  )
}

function notEntered({ refused, left_out, later }: ListImport): string {
  const count = refused + later.length + left_out
  return count === 0 ? 'alle' : `${rowsWords(count)} nicht`
}

/** Where an import stands, and what can be done with it. */
function StandingSteps({ made, onUndo, onGoOn, isRunning }: Steps & { made: ListImport }) {
  return (
    <span className="import-standing">
      <Standing made={made} />
      {made.problem !== null && (
        <RowButton
          label="Fortsetzen"
          what={made.file_name}
          isDisabled={isRunning}
          onClick={() => onGoOn(made.id)}
        />
      )}
      {made.undo_until && (
        <RowButton label="Rückgängig machen" what={made.file_name} onClick={() => onUndo(made)} />
      )}
    </span>
  )
}

function Standing({ made }: { made: ListImport }) {
  const { state, problem, waiting, undone_at } = made
  if (goesOn(made)) return <ImportProgress made={made} />
  if (state === 'running')
    return (
      <>
        <ShapeMark shape="half" label={`angehalten, ${rowsWords(waiting)} offen`} />
        <small className="error-text">{problem}</small>
      </>
    )
  if (state === 'done') return <ShapeMark shape="done" label="eingetragen" />
  return (
    <>
      <ShapeMark shape="crossed" label="rückgängig gemacht" />
      {undone_at && (
        <small>
          <MomentField at={undone_at} isShort />
        </small>
      )}
    </>
  )
}
