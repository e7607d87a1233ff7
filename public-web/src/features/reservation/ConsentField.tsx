import { consentText } from '@/content/de/reservation'

interface Props {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** Consent to the terms, never ticked beforehand. The texts open beside the form, not over it. */
export function ConsentField({ checked, error, onChange }: Props) {
  const { before, terms, between, privacy, after } = consentText
  return (
    <div className="consent">
      <input
        type="checkbox"
        id="consent"
        name="consent"
        checked={checked}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'consent-fehler' : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="consent">
          {before}
          <TextLink {...terms} />
          {between}
          <TextLink {...privacy} />
          {after}
        </label>
        {error && (
          <p className="field__error" id="consent-fehler">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

function TextLink({ label, path }: { label: string; path: string }) {
  return (
    <a href={path} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> {consentText.newTab}</span>
    </a>
  )
}
