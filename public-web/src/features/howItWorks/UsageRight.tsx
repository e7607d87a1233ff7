import { rightText } from '@/content/de/howItWorks'
import { typeset } from '@/lib/typeset'

/** What the contract gives and what it does not. */
export function UsageRight() {
  return (
    <section className="wrap right">
      <h2>{rightText.title}</h2>
      <div className="right__grid">
        {[rightText.is, rightText.isNot].map(({ title, points }, index) => (
          <div key={title} className={index === 0 ? 'right__is' : 'right__not'}>
            <h3>{title}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>{typeset(point)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
