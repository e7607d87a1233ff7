import { Source } from '@/components/Source'
import { factsText } from '@/content/de/pilot'
import { typeset } from '@/lib/typeset'

/** What is known of the park, and why two of its figures differ. */
export function Facts() {
  const { title, whyTwo, facts, source } = factsText
  return (
    <section className="facts">
      <div className="wrap">
        <div className="facts__text">
          <h2>{title}</h2>
          <Source label={whyTwo}>{typeset(source)}</Source>
        </div>
        <dl>
          {facts.map(({ label, figure, condition }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figure">{figure}</dd>
              <dd className="small quiet">{condition}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
