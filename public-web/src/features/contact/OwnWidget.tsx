import { useRef } from 'react'
import { RichText } from '@/components/RichText'
import { contactText } from '@/content/de/contact'
import { CONTACT_ELEMENT } from '@/lib/contactElement'
import { useSettings } from '@/lib/settingsContext'
import { useScript } from './useScript'

const SCRIPT = import.meta.env.DEV ? '/src/features/contact/widget.tsx' : '/widgets/kontakt.js'

/** The pages' policy refuses a script made of a text (`trusted-types`); this one gives out no other address. */
const TRUSTED =
  globalThis.trustedTypes
    ?.createPolicy('contact-form', { createScriptURL: () => SCRIPT })
    .createScriptURL('') ?? SCRIPT

/**
 * Our form. Until its script is here, and where it never comes, the other ways to write to us.
 *
 * @param isSure whether the settings are known, which may name another provider's form
 */
export function OwnWidget({ isSure }: { isSure: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const state = useScript(isSure ? TRUSTED : null, place, true)
  const { title, noForm, failed } = contactText(useSettings().company).area
  return (
    <section className="post post--own" aria-labelledby="kontaktformular">
      <h2 id="kontaktformular">{title}</h2>
      {state === 'ready' ? (
        <CONTACT_ELEMENT />
      ) : (
        <p role={state === 'failed' ? 'alert' : undefined}>
          <RichText text={state === 'failed' ? failed : noForm} />
        </p>
      )}
      <div ref={place} hidden />
    </section>
  )
}
