import Button from '@mui/material/Button'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ShapeMark } from '@/ui/fields/StateMark'
import { History } from '@/ui/record/History'
import { NoRecord } from '@/ui/record/NoRecord'
import { RecordHead, RecordPage } from '@/ui/record/RecordPage'
import { CaseFacts } from './CaseFacts'
import { type Declaration, KINDS, STATES, STEPS, type StepName, takenWords } from './declaration'
import { StepDialog } from './StepDialog'
import { Verbatim } from './Verbatim'
import './declarations.css'

const LIST = { to: '/declarations', label: 'Erklärungen' }

/** One declaration: where it stands, what it says word for word, what it may be about, its history. */
export function DeclarationShow() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useStaffQuery('/api/staff/declarations/{declaration_id}', {
    params: { path: { declaration_id: id } },
  })
  if (!data) return <NoRecord list={LIST} title="Erklärung" error={error} onRetry={refetch} />
  return (
    <RecordPage
      list={LIST}
      head={<Head declaration={data} />}
      side={<CaseFacts declaration={data} />}
    >
      <Verbatim declaration={data} />
      <History entries={entriesOf(data)} />
    </RecordPage>
  )
}

/** The steps that were taken, and at the bottom that it came in. */
function entriesOf({ history, received_at }: Declaration) {
  return [
    ...history.map((step) => ({
      key: step.at + step.action,
      at: step.at,
      words: takenWords(step),
      by: step.by_name ?? 'Jemand',
    })),
    { key: 'received', at: received_at, cell: 'message' as const, words: 'Eingegangen', by: '' },
  ]
}

function Head({ declaration }: { declaration: Declaration }) {
  const [asked, setAsked] = useState<StepName>()
  const { kind, name, reference, state, steps, is_overdue } = declaration
  return (
    <RecordHead
      title={`${KINDS[kind]} von ${name}`}
      line={<span className="tabular">{reference}</span>}
      state={
        <span className="record-state">
          <ShapeMark {...STATES[state]} />
          {is_overdue && <span className="marker overdue">überfällig</span>}
        </span>
      }
      actions={steps.map((step) => (
        <Button
          key={step.name}
          {...buttonLook(declaration, step.name)}
          onClick={() => setAsked(step.name)}
        >
          {step.name === 'match' && state === 'matched'
            ? 'Zuordnung ändern'
            : STEPS[step.name].button}
        </Button>
      ))}
    >
      {asked && (
        <StepDialog declaration={declaration} step={asked} onClose={() => setAsked(undefined)} />
      )}
    </RecordHead>
  )
}

/** One button is the next step; a second match and a rejection are not. */
const buttonLook = ({ state }: Declaration, name: StepName) =>
  name === 'reject' || (name === 'match' && state === 'matched')
    ? ({ variant: 'outlined' } as const)
    : ({ variant: 'contained', color: 'secondary' } as const)
