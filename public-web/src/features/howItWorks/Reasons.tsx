import { reasonsText } from '@/content/de/howItWorks'
import { typeset } from '@/lib/typeset'
import { ReasonScene } from './reasonScenes'

/** Six benefits as six fields with slanting tracks between them. */
export function Reasons() {
  return (
    <section className="wrap reasons">
      <h2>{reasonsText.title}</h2>
      <div className="reasons__land">
        {reasonsText.reasons.map(({ id, title, text }) => (
          <article key={id} className={`reason reason--${id}`}>
            <ReasonScene reason={id} />
            <h3>{typeset(title)}</h3>
            <p>{typeset(text)}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
