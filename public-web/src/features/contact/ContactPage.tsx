import './contact.css'
import { ContactPerson } from '@/components/ContactPerson'
import { RichText } from '@/components/RichText'
import { contactText } from '@/content/de/contact'
import { personText } from '@/content/de/person'
import { useSettings } from '@/lib/settingsContext'
import { typeset } from '@/lib/typeset'
import { useHydrated } from '@/lib/useHydrated'
import { ContactFacts } from './ContactFacts'
import { ExternalWidget } from './ExternalWidget'
import { OwnWidget } from './OwnWidget'
import { TreeLine } from './scenes'

/** Ways to reach us and the form, as parcels of one piece of land. */
export default function ContactPage() {
  const { company, contactWidgetUrl, person } = useSettings()
  const hydrated = useHydrated()
  const { title, lead, facts, notes } = contactText(company)
  return (
    <div className="contact wrap">
      <h1>{title}</h1>
      <p className="lead quiet">{typeset(lead)}</p>
      <ContactPerson {...personText(company, person)} />
      <div className="contact__land">
        <ContactFacts {...facts} />
        {/* The finished HTML knows no settings, so it shows what holds in either case. */}
        {hydrated && contactWidgetUrl ? (
          <ExternalWidget source={contactWidgetUrl} />
        ) : (
          <OwnWidget isSure={hydrated} />
        )}
        {notes.map((note, index) => (
          <article key={note.title} className="contact__note">
            <h2>{note.title}</h2>
            <p>
              <RichText text={note.text} />
            </p>
            <p>
              <RichText text={note.link} />
            </p>
            {index === notes.length - 1 && <TreeLine />}
          </article>
        ))}
      </div>
    </div>
  )
}
