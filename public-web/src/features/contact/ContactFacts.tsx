import { RichText } from '@/components/RichText'
import { Homestead } from './scenes'

interface Props {
  title: string
  entries: readonly { label: string; lines: readonly string[] }[]
}

/** E-mail, phone and post, on the parcel where we are at home. */
export function ContactFacts({ title, entries }: Props) {
  return (
    <section className="contact__facts">
      <div>
        <h2>{title}</h2>
        <dl>
          {entries.map(({ label, lines }) => (
            <div key={label}>
              <dt>{label}</dt>
              {lines.map((line) => (
                <dd key={line}>
                  <RichText text={line} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
      <Homestead />
    </section>
  )
}
