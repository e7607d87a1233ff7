import { MomentField } from '@/ui/fields/values'
import { CheckMark } from './CheckMark'
import { type SetupCheck, type SetupStep, tookWords } from './checks'

/** The steps of the last connection, each with what the other side answered. */
export function Steps({ check }: { check: SetupCheck }) {
  if (check.steps.length === 0) return null
  return (
    <div>
      <h3 className="setup-subhead">
        Letzter Versuch{check.checked_at && ', '}
        <MomentField at={check.checked_at ?? undefined} isShort />
      </h3>
      <ol className="setup-steps">
        {check.steps.map((step) => (
          <StepRow key={step.label} step={step} />
        ))}
      </ol>
    </div>
  )
}

function StepRow({ step }: { step: SetupStep }) {
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
