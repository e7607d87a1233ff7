import { useState } from 'react'
import type { OwnReservation } from '@/api/household'
import { householdText } from '@/content/de/household'
import { useSettings } from '@/lib/settingsContext'

const text = householdText.friends
const MOST_DRAWN = 12

/** The household's own link, and how many places came by it: a number, no names. */
export function Friends({ own }: { own: OwnReservation }) {
  const { publicUrl } = useSettings()
  const link = own.referral_code ? `${publicUrl}/?ref=${own.referral_code}` : null
  return (
    <article className="parcel parcel--clover friends">
      <Row count={own.friends} />
      <h3>{text.title(own.friends)}</h3>
      <p>{text.text}</p>
      {link ? <Link address={link} /> : <p>{text.soon}</p>}
    </article>
  )
}

function Link({ address }: { address: string }) {
  const [copied, setCopied] = useState(false)
  const canShare = typeof navigator !== 'undefined' && 'share' in navigator
  return (
    <>
      <p className="friends__link">
        <span className="visually-hidden">{text.label}: </span>
        <code>{address.replace(/^https?:\/\//, '')}</code>
      </p>
      <div className="buttons">
        <button
          type="button"
          className="button button--line button--small"
          onClick={async () => {
            await navigator.clipboard.writeText(address)
            setCopied(true)
          }}
        >
          {text.copy}
        </button>
        {canShare && (
          <button
            type="button"
            className="button button--line button--small"
            onClick={() => {
              // Closing the system's sheet without choosing is no failure.
              navigator.share({ text: text.message, url: address }).catch(() => null)
            }}
          >
            {text.share}
          </button>
        )}
        <span role="status">{copied && text.copied}</span>
      </div>
    </>
  )
}

/** One's own place, those that came by it, and two more that could. */
function Row({ count }: { count: number }) {
  const taken = Math.min(count, MOST_DRAWN)
  const cell = (index: number) => `M${54 * index} 0h46v31h-46z`
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => cell(from + index)).join('')
  return (
    <svg className="friends__row" viewBox={`-4 -4 ${54 * (taken + 3) + 8} 46`} aria-hidden="true">
      <path className="shade" transform="translate(5 7)" d={range(0, taken + 1)} />
      <path className="mine" d={cell(0)} />
      <path className="place-taken" d={range(1, taken + 1)} />
      <path className="friends__open" d={range(taken + 1, taken + 3)} />
    </svg>
  )
}
