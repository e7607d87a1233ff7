import './thanks.css'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { thanksText } from '@/content/de/thanks'
import { forgetDraft } from '@/lib/forgetDraft'
import { paths } from '@/lib/paths'
import { useSettings } from '@/lib/settingsContext'
import { typeset } from '@/lib/typeset'
import { useHydrated } from '@/lib/useHydrated'
import { PlaceField } from './PlaceField'
import { referenceOf, spotOf } from './spot'

export default function ThankYouPage() {
  const hydrated = useHydrated()
  const { search, state } = useLocation()
  const { bookingUrl } = useSettings()
  // The finished HTML knows neither query nor history, so it shows what both lead to when empty.
  const spot = hydrated ? spotOf(search, state) : spotOf('', null)
  const reference = hydrated ? referenceOf(state) : null

  useEffect(forgetDraft, [])

  return (
    <div className="thanks wrap">
      <div className="thanks__text">
        <h1>{thanksText.title(spot)}</h1>
        <p className="lead thanks__reference">
          <RichText text={reference ? thanksText.reference(reference) : thanksText.noReference} />
        </p>
        <NextSteps />
        <div className="buttons">
          <a
            className="button button--line"
            href={bookingUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            {thanksText.feedback}
            <span className="visually-hidden"> {thanksText.opensNewTab}</span>
          </a>
          <Link className="button button--line" to={paths.home}>
            {thanksText.home}
          </Link>
        </div>
        <p className="small quiet">
          <RichText text={thanksText.cancel} />
        </p>
      </div>
      <figure>
        <PlaceField spot={spot} />
        <figcaption className="small quiet">{typeset(thanksText.caption)}</figcaption>
      </figure>
    </div>
  )
}

function NextSteps() {
  return (
    <>
      <h2>{thanksText.next}</h2>
      <ol>
        {thanksText.steps.map(({ when, text }) => (
          <li key={when}>
            <strong>{when}</strong>
            <p>{typeset(text)}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
