import type { OwnReservation } from '@/api/household'
import { householdText } from '@/content/de/household'
import { formatDay } from '@/lib/germanMoments'
import { typeset } from '@/lib/typeset'
import { Module } from './Module'
import { type Step, stepsOf } from './steps'

const text = householdText.steps

/** The five steps from the reservation to the credits, and the park's latest message. */
export function Timeline({ own }: { own: OwnReservation }) {
  const steps = stepsOf(own)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section className="wrap house__steps" aria-labelledby="schritte">
      <h2 id="schritte">{text.title(done)}</h2>
      <ol className="string">
        {steps.map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </ol>
      <ParkNote own={own} />
    </section>
  )
}

function StepItem({ step }: { step: Step }) {
  const { state } = step
  const spoken = state === 'done' ? text.doneWord : state === 'now' ? text.nowWord : ''
  return (
    <li className={`string__${state}${step.brings ? ' string--brings' : ''}`}>
      <Module state={state} />
      <p className="when">{step.when}</p>
      <h3>
        {spoken && <span className="visually-hidden">{spoken}</span>}
        {step.name}
      </h3>
      <p>{typeset(step.text)}</p>
      <p className="string__money">
        <span className="figure">{step.amount}</span>
        {step.amountNote && <span>{step.amountNote}</span>}
      </p>
    </li>
  )
}

function ParkNote({ own: { park } }: { own: OwnReservation }) {
  if (!park.progress_note || !park.progress_on) return null
  return (
    <div className="letter">
      <Module state="now" />
      <p className="when">
        {householdText.note(formatDay(new Date(`${park.progress_on}T12:00:00Z`)))}
      </p>
      <p>{park.progress_note}</p>
    </div>
  )
}
