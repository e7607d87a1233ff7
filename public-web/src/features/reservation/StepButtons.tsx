import { formText } from '@/content/de/reservation'
import type { Steps } from './useSteps'

/** On to the following section, and back. */
export function StepButtons({ step, next, steps }: { step: number; next: string; steps: Steps }) {
  return (
    <div className="buttons section__next">
      <button type="button" className="button button--sun" onClick={() => steps.go(step + 1)}>
        {next}
      </button>
      <button type="button" className="button button--line" onClick={() => steps.go(step - 1)}>
        {formText.back}
      </button>
    </div>
  )
}
