import { investText } from '@/content/de/invest'
import { formatShortEuro } from '@/lib/germanNumbers'
import { useSettings } from '@/lib/settingsContext'
import { type Choices, minimumOf, missingIn } from './choices'

/** The enquiry, possible once everything is chosen, and the other way: a talk. */
export function SubmitButtons({ choices }: { choices: Choices }) {
  const { bookingUrl } = useSettings()
  const { secure, advice, opensNewTab, ready, missing } = investText.submit
  const open = missingIn(choices)
  return (
    <div className="invest__group">
      <div className="buttons">
        <button
          type="submit"
          className="button button--sun"
          disabled={open.length > 0}
          aria-describedby="was-fehlt"
        >
          {secure}
        </button>
        <a
          className="button button--line"
          href={bookingUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {advice}
          <span className="visually-hidden"> {opensNewTab}</span>
        </a>
      </div>
      <p className="small quiet" id="was-fehlt">
        {open.length > 0 ? missing(open, formatShortEuro(minimumOf(choices))) : ready}
      </p>
    </div>
  )
}
