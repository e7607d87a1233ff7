import { RichText } from '@/components/RichText'
import { earningsText } from '@/content/de/about'
import { typeset } from '@/lib/typeset'

/** What a household pays us and when, as a plain list of amounts. */
export function Earnings() {
  const { title, text, rows, after } = earningsText
  return (
    <section className="earnings">
      <div className="wrap">
        <div className="earnings__text">
          <h2>{title}</h2>
          <p className="lead">{text}</p>
          <p>
            <RichText text={after} />
          </p>
        </div>
        <dl>
          {rows.map(({ what, amount, note }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd className="figure">{amount}</dd>
              <dd>{typeset(note)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
