import { RichText } from '@/components/RichText'
import { whoText } from '@/content/de/about'
import { useSettings } from '@/lib/settingsContext'

/** The company, who backs it, where the park is and how to reach us. */
export function Who() {
  const { title, company, studio, park, contact } = whoText(useSettings().company)
  return (
    <section className="who">
      <div className="wrap">
        <h2>{title}</h2>
        <div className="who__grid">
          <div>
            <h3>{company.title}</h3>
            <address>
              <strong>{company.name}</strong>
              {company.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <p>
              <RichText text={company.note} />
            </p>
          </div>
          <div>
            <h3>{contact.title}</h3>
            <p className="who__lines">
              {contact.lines.map((line) => (
                <RichText key={line} text={line} />
              ))}
            </p>
            <p>
              <RichText text={contact.note} />
            </p>
          </div>
          {[park, studio].map((entry) => (
            <div key={entry.title}>
              <h3>{entry.title}</h3>
              <p>
                <RichText text={entry.text} />
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
