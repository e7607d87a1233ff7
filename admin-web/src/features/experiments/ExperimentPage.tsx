import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import {
  type Experiment,
  MEASURE_WORDS,
  periodWords,
  STATE_WORDS,
  subjectWords,
} from './experiment'
import { PlanSheet } from './PlanSheet'
import { Results } from './Results'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

/** One experiment: what it asks, what it has brought, and what it was planned on. */
export function ExperimentPage() {
  const path = { experiment_id: Number(useParams().id) }
  const { data, error, refetch } = useStaffQuery('/api/staff/experiments/{experiment_id}', {
    params: { path },
  })
  return (
    <Page title="Versuch" overline={<Link to="/experiments">Versuche</Link>}>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <p className="muted flush">Wird geladen</p>}
      {data && <Shown experiment={data} />}
    </Page>
  )
}

function Shown({ experiment }: { experiment: Experiment }) {
  return (
    <>
      <section className="sheet" aria-label="Frage">
        <h2>{experiment.question}</h2>
        <p className="flush">
          {subjectWords(experiment)}, gemessen an: {MEASURE_WORDS[experiment.measure]}. Gesucht wird
          ein Unterschied ab {experiment.effect_percent} %.
        </p>
        {experiment.text && <p className="flush">Variante B: „{experiment.text}“</p>}
        <p className="flush">
          <b>{STATE_WORDS[experiment.state]}</b>
          {experiment.first_day && `, ${periodWords(experiment)}`}
          {experiment.end_reason && `. Grund: ${experiment.end_reason}`}
        </p>
        <Actions experiment={experiment} />
      </section>
      <Results experiment={experiment} />
      <section className="sheet" aria-label="Plan">
        <h2>{experiment.state === 'draft' ? 'Was er finden kann' : 'Womit er geplant wurde'}</h2>
        <PlanSheet plan={experiment.plan} />
      </section>
    </>
  )
}

function Actions({ experiment }: { experiment: Experiment }) {
  const { run, isRunning, problem } = useStaffChange('experiments')
  const notify = useNotify()
  const navigate = useNavigate()
  const [isStopping, setStopping] = useState(false)
  const params = { path: { experiment_id: experiment.id } }

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
      {experiment.state === 'draft' && (
        <p className="flush">
          <Button
            variant="contained"
            disabled={isRunning || experiment.plan.refusal !== null}
            onClick={start}
          >
            Versuch beginnen
          </Button>{' '}
          <Button disabled={isRunning} onClick={remove}>
            Entwurf löschen
          </Button>
        </p>
      )}
      {experiment.state === 'running' && (
        <Button onClick={() => setStopping(true)}>Vorzeitig beenden</Button>
      )}
      {problem && (
        <p className="flush" role="alert">
          {problem}
        </p>
      )}
      {isStopping && <StopDialog id={experiment.id} onClose={() => setStopping(false)} />}
    </>
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
