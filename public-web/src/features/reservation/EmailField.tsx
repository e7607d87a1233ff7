import { useState } from 'react'
import { TextField } from '@/components/Field'
import { formText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationMessages'
import { afterPress } from '@/lib/afterPress'
import { likelyAddress } from '@/lib/reservation/emailTypos'

type Props = Pick<Parameters<typeof TextField>[0], 'name' | 'label' | 'error' | 'onChange'> & {
  value: string
  /** Takes the address the visitor probably meant. */
  onAccept: (email: string) => void
}

/** The address, with a question where it looks like a slip: a mail to it would never arrive. */
export function EmailField({ onAccept, ...props }: Props) {
  const [left, setLeft] = useState(false)
  const meant = left ? likelyAddress(props.value) : null
  return (
    <div>
      <TextField
        {...props}
        type="email"
        hint={fieldText.email.hint}
        autoComplete="email"
        maxLength={254}
        onBlur={() => afterPress(() => setLeft(true))}
      />
      <div className="field__meant" role="status">
        {meant && (
          <button type="button" onClick={() => onAccept(meant)}>
            {formText.contact.didYouMean(meant)}
          </button>
        )}
      </div>
    </div>
  )
}
