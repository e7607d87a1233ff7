import { reasonsText } from '@/content/de/howItWorks'
import { typeset } from '@/lib/typeset'

/** Six benefits, in words. */
export function Reasons() {
  return (
    <section className="wrap reasons">
      <h2>{reasonsText.title}</h2>
      <div className="reasons__list">
        {reasonsText.reasons.map(({ title, text }) => (
          <article key={title}>
            <h3>{typeset(title)}</h3>
            <p>{typeset(text)}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
