import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Actions } from './Actions'
import {
  ARM_WORDS,
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
import './experiments.css'

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
      <section className="sheet experiment-head" aria-label="Frage">
        <h2>{experiment.question}</h2>
        <Facts experiment={experiment} />
        <Actions experiment={experiment} />
      </section>
      <Results experiment={experiment} />
      <section className="sheet" aria-label="Plan">
        <h2>{experiment.state === 'draft' ? 'Was er finden kann' : 'Womit er geplant wurde'}</h2>
        <PlanSheet plan={experiment.plan} measure={experiment.measure} />
      </section>
    </>
  )
}

function Facts({ experiment }: { experiment: Experiment }) {
  const { kind, measure, text, seed, judged_on, end_reason } = experiment
  return (
    <dl className="pairs">
      <Fact label="Stand">
        <b>{STATE_WORDS[experiment.state]}</b>
        {experiment.first_day && `, ${periodWords(experiment)}`}
        {end_reason && <small>Grund: {end_reason}</small>}
      </Fact>
      <Fact label="Verglichen">
        {subjectWords(experiment)}: {ARM_WORDS[kind]}
        {text && <small>Variante B: „{text}“</small>}
      </Fact>
      <Fact label="Gemessen an">
        {MEASURE_WORDS[measure]}, gesucht ein Unterschied ab {experiment.effect_percent} %
        {judged_on && (
          <small>
            Ein Urteil, {measure === 'contracts' && 'frühestens '}am {formatDay(judged_on)}
          </small>
        )}
      </Fact>
      {seed && kind !== 'page' && (
        <Fact label="Ausgelost mit">
          <code>{seed}</code>
          <small>Dieselbe Zahl und dieselbe Vergangenheit losen wieder dasselbe aus.</small>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
