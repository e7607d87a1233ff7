import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { type ListImport, rowsWords } from './listImport'
import { UndoDialog } from './UndoDialog'
import { useEntering } from './useEntering'

/** Every list that was imported, each to be undone as a whole while that is possible. */
export function ImportList() {
  const [size, setSize] = useState(10)
  const { data, error, refetch } = useStaffQuery('/api/staff/reservations/imports', {
    params: { query: { per_page: size } },
  })
  const [asked, setAsked] = useState<ListImport | null>(null)
  const { goOn, isRunning, problem } = useEntering(() => undefined)
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
          columns={columns(setAsked, goOn, isRunning)}
        />
      )}
      {data?.has_next && <Button onClick={() => setSize(size + 40)}>Frühere zeigen</Button>}
      {asked && <UndoDialog made={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

const columns = (
  onUndo: (made: ListImport) => void,
  onGoOn: (id: number) => void,
  isRunning: boolean,
) => [
  {
    label: 'Datei',
    isText: true,
    render: ({ file_name, at, actor_name, statement }: ListImport) => (
      <>
        {file_name}
        <small>
          <MomentField at={at} isShort />
          {actor_name && `, ${actor_name}`}
          {statement && `; Einwilligungen: ${statement}`}
        </small>
      </>
    ),
  },
  {
    label: 'Eingetragen',
    isNumeric: true,
    render: ({ entered, refused, left_out, later }: ListImport) => (
      <>
        {formatNumber(entered)}
        <small>{notEntered(refused + later.length + left_out)}</small>
      </>
    ),
  },
  {
    label: 'Stand',
    render: (made: ListImport) => (
      <>
        <Standing made={made} />
        {made.state === 'running' && (
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
      </>
    ),
  },
]

const notEntered = (count: number): string => (count === 0 ? 'alle' : `${rowsWords(count)} nicht`)

function Standing({ made: { state, waiting, undone_at } }: { made: ListImport }) {
  if (state === 'running')
    return <ShapeMark shape="half" label={`angehalten, ${rowsWords(waiting)} offen`} />
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
