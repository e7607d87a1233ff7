import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { ExperimentDialog } from './ExperimentDialog'
import type { Experiment } from './experiment'

/** What can be done with it: a draft is begun, changed or deleted; a running one is ended early. */
export function Actions({ experiment }: { experiment: Experiment }) {
  if (experiment.state === 'draft') return <DraftActions draft={experiment} />
  if (experiment.state === 'running') return <StopAction id={experiment.id} />
  return null
}

function DraftActions({ draft }: { draft: Experiment }) {
  const { run, isRunning, problem, refusal } = useStaffChange('experiments')
  const notify = useNotify()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const params = { path: { experiment_id: draft.id } }

  async function start() {
    if (await run('post', '/api/staff/experiments/{experiment_id}/start', { params }))
      notify('Der Versuch hat begonnen. Frage, Maß und Arme stehen jetzt fest.', {
        type: 'success',
      })
  }

  async function remove() {
    if (await run('delete', '/api/staff/experiments/{experiment_id}', { params }))
      navigate('/experiments')
  }

  return (
    <>
      <p className="buttons">
        <Button
          variant="contained"
          disabled={isRunning || draft.plan.refusal !== null}
          onClick={start}
        >
          Versuch beginnen
        </Button>
        <Button variant="outlined" disabled={isRunning} onClick={() => setEditing(true)}>
          Entwurf ändern
        </Button>
        <Button disabled={isRunning} onClick={remove}>
          Entwurf löschen
        </Button>
      </p>
      {problem && (
        <p className="flush" role="alert">
          {problem}{' '}
          {refusal?.code === 'experiment_overlaps' && (
            <Link to={`/experiments/${refusal.experiment_id}`}>
              Zum laufenden Versuch: {String(refusal.question)}
            </Link>
          )}
          {refusal?.code === 'experiment_impossible' && String(refusal.reason)}
        </p>
      )}
      {isEditing && <ExperimentDialog draft={draft} onClose={() => setEditing(false)} />}
    </>
  )
}

function StopAction({ id }: { id: number }) {
  const [isStopping, setStopping] = useState(false)
  return (
    <p className="buttons">
      <Button variant="outlined" onClick={() => setStopping(true)}>
        Vorzeitig beenden
      </Button>
      {isStopping && <StopDialog id={id} onClose={() => setStopping(false)} />}
    </p>
  )
}

function StopDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { run, isRunning, problem } = useStaffChange('experiments')

  async function stop() {
    const params = { path: { experiment_id: id } }
    if (
      await run('post', '/api/staff/experiments/{experiment_id}/stop', { params, body: { reason } })
    )
      onClose()
  }

  return (
    <FormDialog
      title="Versuch vorzeitig beenden"
      button="Beenden"
      isBlocked={isRunning || reason.trim() === ''}
      problem={problem}
      isDangerous
      onClose={onClose}
      onSubmit={stop}
    >
      <p className="flush">Er lässt sich danach nicht fortsetzen. Was gezählt ist, bleibt.</p>
      <TextInput label="Grund" value={reason} onValue={setReason} autoFocus />
    </FormDialog>
  )
}
