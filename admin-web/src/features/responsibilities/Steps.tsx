import { ShapeMark } from '@/ui/fields/StateMark'
import { OUTCOMES, ordered, STEP_WORDS, type Step, summaryOf } from './holding'

interface StepsProps {
  steps: readonly Step[]
  isOpen: boolean
  /** Said where there is nothing to do. */
  empty: string
}

/** What becomes of each thing. What stays or is left without a recipient stands first. */
export function Steps({ steps, isOpen, empty }: StepsProps) {
  if (steps.length === 0) return <p role="status">{empty}</p>
  return (
    <>
      <p role="status" className="flush">
        <strong>{summaryOf(steps)}.</strong>
        {!isOpen && ' Zu tun ist hier nichts mehr.'}
      </p>
      <ul className="ruled steps">
        {ordered(steps).map((step) => (
          <li key={`${step.kind} ${step.subject}`}>
            <p className="flush step-head">
              <span>
                {step.name} <span className="muted">{STEP_WORDS[step.kind]}</span>
              </span>
              <ShapeMark {...OUTCOMES[step.outcome]} />
            </p>
            <p className="flush muted">{step.words}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
