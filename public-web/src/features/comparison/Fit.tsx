import { fitText } from '@/content/de/comparison'
import { names } from '@/content/de/comparisonWords'
import { options } from '@/lib/offer/comparison'
import { typeset } from '@/lib/typeset'
import { FitScene } from './FitScene'

const QUESTIONS = ['needs', 'effort', 'bound', 'moving'] as const

/** What each way asks of a household, each on its parcel of land. */
export function Fit() {
  const { title, labels, parcels } = fitText
  return (
    <section className="wrap fit">
      <h2>{title}</h2>
      <div className="fit__grid">
        {options.map(({ id }) => (
          <article key={id} className={`fit__parcel fit__parcel--${id}`}>
            <FitScene option={id} />
            <h3>{names[id].name}</h3>
            <dl>
              {QUESTIONS.map((question) => (
                <div key={question}>
                  <dt>{labels[question]}</dt>
                  <dd>{typeset(parcels[id][question])}</dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
    </section>
  )
}
