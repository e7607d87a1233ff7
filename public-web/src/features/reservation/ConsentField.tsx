import { consentText } from '@/content/de/reservation'

interface Props {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** Consent to the terms alone, never ticked beforehand, and the notice of privacy. Both texts open in a new tab. */
export function ConsentField({ checked, error, onChange }: Props) {
  const { before, terms, after, notice, privacy } = consentText
  return (
    <div className="consent">
      <input
        type="checkbox"
        id="consent"
        name="consent"
        checked={checked}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'consent-fehler'}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="consent">
          {before}
          {linkTo(terms)}
          {after}
        </label>
        <p>
          {notice}
          {linkTo(privacy)}
        </p>
        {error && (
          <p className="field__error" id="consent-fehler">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

const linkTo = ({ label, path }: { label: string; path: string }) => (
  <a href={path} target="_blank" rel="noopener">
    {label}
    <span className="visually-hidden"> {consentText.newTab}</span>
  </a>
)
