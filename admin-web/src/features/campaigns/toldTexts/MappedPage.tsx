import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { ToldTextPages } from './ToldTextPages'
import { householdWords, type Mapping, textWords } from './toldText'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const STEP = 50
const MOST = 100

/** Every mapping of a text, those taken back among them. */
export function MappedPage() {
  const [shown, setShown] = useState(STEP)
  const { data, error, refetch } = useStaffQuery('/api/staff/told-texts/mappings', {
    params: { query: { per_page: shown, order: 'desc' } },
  })
  return (
    <Page title="Eigene Worte">
      <ToldTextPages />
      <section className="sheet" aria-label="Zugeordnete Texte">
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <p className="muted flush">Wird geladen</p>}
        {data && <Mappings mappings={data.data} />}
        {data?.has_next && shown < MOST && (
          <Button onClick={() => setShown(MOST)}>Mehr zeigen</Button>
        )}
        {data?.has_next && shown >= MOST && (
          <p className="tiny muted flush">
            Gezeigt sind die neuesten {formatNumber(MOST)} von {formatNumber(data.total)}.
          </p>
        )}
      </section>
    </Page>
  )
}

function Mappings({ mappings }: { mappings: readonly Mapping[] }) {
  if (mappings.length === 0)
    return (
      <p className="muted flush">
        Noch ist kein Text zugeordnet. Unter „Warten“ steht, was Haushalte geschrieben haben.
      </p>
    )
  return (
    <PlainTable<Mapping>
      label="Tabelle: Zugeordnete Texte"
      rows={mappings}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Geschrieben', isText: true, render: ({ text }) => <b>{textWords(text)}</b> },
        { label: 'Zählt als', isText: true, render: ({ label }) => label },
        {
          label: 'Haushalte',
          isNumeric: true,
          render: ({ households }) => formatNumber(households),
        },
        { label: 'Zugeordnet', render: (mapping) => <Made mapping={mapping} /> },
        { label: 'Stand', render: (mapping) => <State mapping={mapping} /> },
      ]}
      narrow={(mapping) => ({
        title: textWords(mapping.text),
        meta: `zählt als ${mapping.label}`,
        aside: formatNumber(mapping.households),
        asideMeta: <MomentField at={mapping.created_at} isShort />,
        more: <State mapping={mapping} />,
      })}
    />
  )
}

const Made = ({ mapping: { created_at, created_by_name } }: { mapping: Mapping }) => (
  <>
    <MomentField at={created_at} isShort />
    {created_by_name && <small>{created_by_name}</small>}
  </>
)

function State({ mapping }: { mapping: Mapping }) {
  const [isAsked, setAsked] = useState(false)
  if (mapping.undone_at)
    return (
      <>
        <ShapeMark shape="crossed" label="rückgängig gemacht" />
        <small>
          <MomentField at={mapping.undone_at} isShort />
        </small>
      </>
    )
  return (
    <>
      <RowButton
        label="Rückgängig machen"
        what={textWords(mapping.text)}
        onClick={() => setAsked(true)}
      />
      {isAsked && <UndoDialog mapping={mapping} onClose={() => setAsked(false)} />}
    </>
  )
}

function UndoDialog({ mapping, onClose }: { mapping: Mapping; onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange('told-texts')
  const notify = useNotify()
  const text = textWords(mapping.text)

  async function undo() {
    const path = { mapping_id: mapping.id }
    if (
      !(await run('post', '/api/staff/told-texts/mappings/{mapping_id}/undo', { params: { path } }))
    )
      return
    notify(`„${text}“ wartet wieder.`, { type: 'success' })
    onClose()
  }

  return (
    <QuestionDialog
      title="Zuordnung rückgängig machen?"
      button="Rückgängig machen"
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
      onConfirm={undo}
    >
      „{text}“ ({householdWords(mapping.households)}) zählt dann nicht mehr als „{mapping.label}“,
      auch rückwirkend, und wartet wieder.
    </QuestionDialog>
  )
}
