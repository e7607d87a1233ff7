import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { factsText } from '@/content/de/pilot'
import { typeset } from '@/lib/typeset'

/** What is known of the park, and why two of its figures differ. */
export function Facts() {
  const { title, lead, facts, source, timeline } = factsText
  return (
    <section className="facts">
      <div className="wrap">
        <div className="facts__text">
          <h2>{title}</h2>
          <p>{typeset(lead)}</p>
          <Source label={figureText.whereFrom}>{typeset(source)}</Source>
          <p className="small quiet">{timeline}</p>
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
