import { RichText } from '@/components/RichText'
import { introText, stepsText } from '@/content/de/howItWorks'
import { typeset } from '@/lib/typeset'

/** The three steps of a household. */
export function Steps() {
  return (
    <section className="how">
      <div className="wrap how__head">
        <h1>{introText.title}</h1>
        <p className="lead">{typeset(introText.lead)}</p>
      </div>
      <div className="wrap">
        <h2 className="visually-hidden">{stepsText.title}</h2>
        <ol className="three">
          {stepsText.steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{typeset(step.text)}</p>
              {'list' in step && (
                <ul>
                  {step.list.map((entry) => (
                    <li key={entry}>
                      <RichText text={entry} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
