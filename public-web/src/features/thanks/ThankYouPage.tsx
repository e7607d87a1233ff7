import './thanks.css'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { thanksText } from '@/content/de/thanks'
import { forgetDraft } from '@/lib/forgetDraft'
import { paths } from '@/lib/paths'
import { recipient } from '@/lib/recipient'
import { useSettings } from '@/lib/settingsContext'
import { typeset } from '@/lib/typeset'
import { useHydrated } from '@/lib/useHydrated'
import type { ConfirmationProps } from './Confirmation'
import { PlaceField } from './PlaceField'
import { isReplayed, keyOf, referenceOf, spotOf } from './spot'
import type { ToldOriginProps } from './ToldOrigin'

export default function ThankYouPage() {
  const hydrated = useHydrated()
  const { search, state } = useLocation()
  // The finished HTML knows neither query nor history, so it shows what both lead to when empty.
  const spot = hydrated ? spotOf(search, state) : spotOf('', null)
  const reference = hydrated ? referenceOf(state) : null
  const secret = hydrated ? keyOf(state) : null
  const hasReserved = !hydrated || secret !== null || reference !== null
  const email = hydrated ? recipient() : null
  const [isConfirmed, setConfirmed] = useState(false)
  const [LastQuestion, setLastQuestion] = useState<ComponentType<ToldOriginProps> | null>(null)

  useEffect(forgetDraft, [])

  return (
    <div className="thanks wrap" data-waiting={!hydrated}>
      <div className="thanks__text">
        <h1>{thanksText.title(spot)}</h1>
        {hasReserved ? <Reference reference={reference} /> : <NothingHere />}
        {hydrated && isReplayed(state) && <p className="notice">{thanksText.replayed}</p>}
        {hasReserved && (
          <NextStep
            secret={secret}
            onQuestion={(question) => setLastQuestion(() => question)}
            onConfirmed={() => setConfirmed(true)}
            instead={email && <Recipient reference={reference} email={email} />}
          />
        )}
        <NextSteps isConfirmed={isConfirmed || !hasReserved} />
        <Ways />
        <p className="small quiet">
          <RichText text={thanksText.cancel(reference)} />
        </p>
        {LastQuestion && secret && <LastQuestion secret={secret} />}
      </div>
      <figure>
        <PlaceField spot={spot} />
        <figcaption className="small quiet">{typeset(thanksText.caption)}</figcaption>
      </figure>
    </div>
  )
}

function Reference({ reference }: { reference: string | null }) {
  const [before, after] = thanksText.reference
  return (
    <p className="lead thanks__reference">
      {reference ? (
        <>
          {before}
          <strong className="reference">{reference}</strong>
          {after}
        </>
      ) : (
        thanksText.noReference
      )}
    </p>
  )
}

/** Anybody can open this page with any number: only what led here from a reservation is in the history of the browser. */
function NothingHere() {
  return (
    <p className="lead thanks__reference">
      <RichText text={thanksText.nothingHere} />
    </p>
  )
}

type NextStepProps = Omit<ConfirmationProps, 'secret'> & { secret: string | null }

/**
 * What the browser that has reserved sees on top: its address, and the step that is missing. Its code
 * is fetched then only; without the key of the reservation there is nothing of this to show.
 */
function NextStep({ secret, ...props }: NextStepProps) {
  const [Confirmation, setConfirmation] = useState<ComponentType<ConfirmationProps> | null>(null)
  useEffect(() => {
    if (!secret) return
    import('./Confirmation').then(
      ({ Confirmation: loaded }) => setConfirmation(() => loaded),
      () => undefined,
    )
  }, [secret])
  return Confirmation && secret ? <Confirmation secret={secret} {...props} /> : props.instead
}

/** The address: a household that mistyped it learns it here or never. */
function Recipient({ reference, email }: { reference: string | null; email: string }) {
  return (
    <p className="thanks__recipient">
      {thanksText.address}
      <strong>{email}</strong>. <RichText text={thanksText.wrongAddress(reference)} />
    </p>
  )
}

function Ways() {
  const { bookingUrl } = useSettings()
  return (
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
  )
}

/** The first one is to confirm the address, as long as that is to be done. */
function NextSteps({ isConfirmed }: { isConfirmed: boolean }) {
  return (
    <>
      <h2>{thanksText.next}</h2>
      <ol>
        {thanksText.steps.slice(isConfirmed ? 1 : 0).map(({ when, text }) => (
          <li key={when}>
            <strong>{when}</strong>
            <p>{typeset(text)}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
