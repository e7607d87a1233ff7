import { useEffect, useRef, useState } from 'react'
import { shareText } from '@/content/de/calculator'
import { useHydrated } from '@/lib/useHydrated'
import { type Choice, fragmentOf } from './choice'

type Copying = 'copied' | 'refused'

/** Takes the calculation along, by link or on paper. Both need scripts, so they come with them. */
export function ShareButtons({ choice }: { choice: Choice }) {
  const hydrated = useHydrated()
  const [copying, setCopying] = useState<{ outcome: Copying; address: string } | null>(null)
  const { copy, print, copied, notCopied } = shareText
  // The message speaks of one link only; with another choice it would be about something else.
  const current = copying?.address === (hydrated && addressOf(choice)) ? copying : null

  const onCopy = async () => {
    const address = addressOf(choice)
    setCopying({ outcome: (await copyText(address)) ? 'copied' : 'refused', address })
  }

  return (
    <div className="share">
      {hydrated && (
        <div className="buttons">
          <button type="button" className="button button--line button--small" onClick={onCopy}>
            {copy}
          </button>
          <button
            type="button"
            className="button button--line button--small"
            onClick={() => window.print()}
          >
            {print}
          </button>
        </div>
      )}
      <p className="small" role="status">
        {current && (current.outcome === 'copied' ? copied : notCopied)}
      </p>
      {current?.outcome === 'refused' && <AddressField address={current.address} />}
    </div>
  )
}

/** The link without query, so that nobody passes on the campaign they came from. */
const addressOf = (choice: Choice): string =>
  window.location.origin + window.location.pathname + fragmentOf(choice)

/** Whether the browser took the text; without a secure connection it has no clipboard at all. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The address to copy by hand, already selected. */
function AddressField({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <label className="field">
      <span>{shareText.address}</span>
      <input ref={field} className="input" readOnly value={address} />
    </label>
  )
}
