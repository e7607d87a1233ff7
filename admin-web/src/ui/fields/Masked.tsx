import type { ReactNode } from 'react'
import { errorWords } from '@/api/problem'

interface MaskedProps {
  /** „Mobilnummer“. */
  what: string
  masked: ReactNode
  /** Once it was asked for. */
  value: string | undefined
  /** What a click on it starts: a call, or a letter. */
  scheme: 'tel' | 'mailto'
  /** Fetches the value, which is put on record. */
  reveal: { mutate: () => void; isPending: boolean; error: Error | null }
}

/** A telephone number or an address that is hidden until the user asks for it. */
export function Masked({ what, masked, value, scheme, reveal }: MaskedProps) {
  if (value !== undefined) return <a href={`${scheme}:${value.replaceAll(' ', '')}`}>{value}</a>
  return (
    <>
      {masked}{' '}
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        aria-label={`${what} anzeigen, wird protokolliert`}
        onClick={() => reveal.mutate()}
      >
        Anzeigen
      </button>
      {reveal.error && (
        <small className="error-text" role="alert">
          {errorWords(reveal.error)}
        </small>
      )}
    </>
  )
}
