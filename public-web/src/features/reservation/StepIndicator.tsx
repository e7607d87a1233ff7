import { formText } from '@/content/de/reservation'
import { fragmentOf, STEP_COUNT, type Steps } from './useSteps'

interface Props {
  steps: Steps
  /** Names of the steps; one without a name is called "Schritt N". */
  labels?: readonly string[]
  unlocked: boolean
}

const NUMBERS = Array.from({ length: STEP_COUNT }, (_, index) => index + 1)

/** Where the visitor is: four modules of four cells, completed, current or upcoming. */
export function StepIndicator({ steps, labels = [], unlocked }: Props) {
  const { landmark, progress, mobile, defaultLabel } = formText.steps
  const labelOf = (step: number) => labels[step - 1] ?? defaultLabel(step)
  return (
    <nav className="steps" aria-label={landmark}>
      <div className="wrap">
        <p
          className="steps__progress"
          role="progressbar"
          aria-label={landmark}
          aria-valuemin={1}
          aria-valuemax={STEP_COUNT}
          aria-valuenow={steps.current}
          aria-valuetext={progress(steps.current, STEP_COUNT)}
        >
          <span className="steps__wide">{progress(steps.current, STEP_COUNT)}</span>
          <span className="steps__narrow">
            <strong>{mobile(steps.current, STEP_COUNT)}</strong>{' '}
            <span className="steps__name">{labelOf(steps.current)}</span>
          </span>
        </p>
        <ol>
          {NUMBERS.map((step) => (
            <Step
              key={step}
              step={step}
              label={labelOf(step)}
              steps={steps}
              reachable={unlocked || step === 1}
            />
          ))}
        </ol>
      </div>
    </nav>
  )
}

interface StepProps {
  step: number
  label: string
  steps: Steps
  reachable: boolean
}

function Step({ step, label, steps, reachable }: StepProps) {
  const state = stateOf(step, steps.current)
  const name = `${step}. ${label}`
  return (
    <li className={`steps__${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="steps__cells" aria-hidden="true" />
      {reachable && state !== 'current' ? (
        <a
          href={fragmentOf(step)}
          onClick={(event) => {
            event.preventDefault()
            steps.go(step)
          }}
        >
          {state === 'completed' && <span className="visually-hidden">{formText.steps.done} </span>}
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
    </li>
  )
}

function stateOf(step: number, current: number): 'completed' | 'current' | 'upcoming' {
  if (step === current) return 'current'
  return step < current ? 'completed' : 'upcoming'
}
