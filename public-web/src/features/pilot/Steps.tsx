import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { stepsText } from '@/content/de/pilot'
import { typeset } from '@/lib/typeset'
import { useStepsToCredit } from '@/lib/useStepsToCredit'
import { PlotScene } from './PlotScene'

/** The way to the first credit along a track, past the same plot three times. */
export function Steps() {
  const { title, source } = stepsText
  const steps = useStepsToCredit(stepsText.steps)
  if (steps.length === 0) return null
  return (
    <section className="steps wrap">
      <h2>{title}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <PlotScene step={index} />
            <div className="steps__text">
              <p className="when">{typeset(step.when)}</p>
              <h3>{step.title}</h3>
              <p>{typeset(step.text)}</p>
            </div>
            <div className="steps__price">
              <p className="figure">{step.figure}</p>
              <p>{typeset(step.condition)}</p>
              {index === steps.length - 1 && (
                <Source label={figureText.whereFrom}>
                  <RichText text={source} />
                </Source>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
