import { MomentField } from '@/ui/fields/values'
import { CheckMark } from './CheckMark'
import { type Check, type Step, tookWords } from './state'

/** The steps of the last connection, each with what the other side answered. */
export function Steps({ check }: { check: Check }) {
  if (check.steps.length === 0) return null
  return (
    <div>
      <h4 className="state-subhead">
        Letzter Versuch{check.looked_at && ', '}
        <MomentField at={check.looked_at} isShort />
      </h4>
      <ol className="state-steps">
        {check.steps.map((step) => (
          <StepRow key={step.label} step={step} />
        ))}
      </ol>
    </div>
  )
}

function StepRow({ step }: { step: Step }) {
  const took = tookWords(step.milliseconds)
  return (
    <li>
      <CheckMark state={step.state} size={14} />
      <b>{step.label}</b>
      <span className="tiny">
        {step.words}
        {took && <span className="muted"> ({took})</span>}
      </span>
    </li>
  )
}
