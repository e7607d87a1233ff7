import { useState } from 'react'
import { afterPress } from '@/lib/afterPress'
import { likelyAddress } from '@/lib/reservation/emailTypos'
import { TextField } from './Field'

type Props = Pick<Parameters<typeof TextField>[0], 'name' | 'label' | 'hint' | 'error'> & {
  value: string
  /** Takes what is typed, and the address that was probably meant when the visitor accepts it. */
  onType: (email: string) => void
  /** The question about an address that was probably meant. */
  didYouMean: (email: string) => string
}

/** An address, with a question where it looks like a slip: a mail to it would never arrive. */
export function EmailField({ onType, didYouMean, ...field }: Props) {
  const [left, setLeft] = useState(false)
  const meant = left ? likelyAddress(field.value) : null
  return (
    <div>
      <TextField
        {...field}
        type="email"
        autoComplete="email"
        maxLength={254}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => afterPress(() => setLeft(true))}
      />
      <div className="field__meant" role="status">
        {meant && (
          <button type="button" className="textual" onClick={() => onType(meant)}>
            {didYouMean(meant)}
          </button>
        )}
      </div>
    </div>
  )
}
