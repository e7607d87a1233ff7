import { RichText } from '@/components/RichText'
import { legalText } from '@/content/de/pilot'
import { typeset } from '@/lib/typeset'
import { Actions } from './Actions'

/** What a reservation means in law, in plain words, before the last call to act. */
export function LegalNotice() {
  const { title, lead, points } = legalText
  return (
    <section className="legal wrap">
      <div className="legal__box">
        <h2>{title}</h2>
        <p>
          <RichText text={lead} />
        </p>
        <ul>
          {points.map((point) => (
            <li key={point.title}>
              <h3>{point.title}</h3>
              <p>{typeset(point.text)}</p>
            </li>
          ))}
        </ul>
      </div>
      <Actions />
    </section>
  )
}
