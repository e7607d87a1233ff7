import './contact.css'
import { ContactPerson } from '@/components/ContactPerson'
import { RichText } from '@/components/RichText'
import { contactText } from '@/content/de/contact'
import { personText } from '@/content/de/person'
import { CONTACT_ELEMENT } from '@/lib/contactElement'
import { useSettings } from '@/lib/settingsContext'
import { typeset } from '@/lib/typeset'
import { ContactFacts } from './ContactFacts'
import { ContactForm } from './ContactForm'

/** Ways to reach us and the form, as parcels of one piece of land. */
export default function ContactPage() {
  const { company, person } = useSettings()
  const { title, lead, facts, notes } = contactText(company)
  return (
    <div className="contact wrap">
      <h1>{title}</h1>
      <p className="lead quiet">{typeset(lead)}</p>
      <ContactPerson {...personText(company, person)} />
      <div className="contact__land">
        <ContactFacts {...facts} />
        <FormArea />
        {notes.map((note) => (
          <article key={note.title} className="contact__note">
            <h2>{note.title}</h2>
            <p>
              <RichText text={note.text} />
            </p>
            <p>
              <RichText text={note.link} />
            </p>
          </article>
        ))}
      </div>
    </div>
  )
}

/**
 * Whose form it is, the page learns with its settings: it has ours and what to know of another's, both out of sight.
 * Until then, and where no script comes, the other ways to write to us. `shown/contact.ts` decides.
 */
function FormArea() {
  const { area, external } = contactText(useSettings().company)
  return (
    <section className="post post--own" aria-labelledby="kontaktformular">
      <h2 id="kontaktformular">{area.title}</h2>
      <p className="post__waiting">
        <RichText text={area.noForm} />
      </p>
      <p className="post__failed" role="alert" hidden>
        <RichText text={area.failed} />
      </p>
      <div className="post__offer" hidden>
        <p>
          {external.from} <strong className="post__host" />. {external.notice}
        </p>
        <button type="button" className="button button--sun">
          {external.load}
        </button>
        <p className="small quiet">
          <RichText text={external.alternative} />
        </p>
      </div>
      <p className="post__loading" role="status" data-frame={external.frame} hidden>
        {external.loading}
      </p>
      <CONTACT_ELEMENT hidden>
        <ContactForm />
      </CONTACT_ELEMENT>
    </section>
  )
}
