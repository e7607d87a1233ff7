import { useState } from 'react'
import { declineOffer, type Entry } from '@/api/waitingList'
import { Link } from '@/components/Link'
import { MoneyRows } from '@/components/MoneyRows'
import { RichText } from '@/components/RichText'
import { moneyRows } from '@/content/de/moneyBlock'
import { waitingText } from '@/content/de/waitingList'
import { formatMoment } from '@/lib/germanMoments'
import { formatKwh } from '@/lib/germanNumbers'
import { offeredFigures } from '@/lib/offer/figures'
import { useCall } from '@/lib/own/useCall'
import { offerForm } from '@/lib/paths'
import { afterRefusal, type OwnProps } from './own'
import { Question } from './Question'

const text = waitingText.offer
const HOUR_MS = 3_600_000

interface Props extends OwnProps {
  offer: NonNullable<Entry['offer']>
  /** Opened by the link that declines. */
  asks: boolean
}

/** A place is held: until when, and the two answers. */
export function OfferHead(props: Props) {
  const { entry, offer, onChanged } = props
  const [asked, setAsked] = useState(props.asks)
  const { busy, failure, run } = useCall(afterRefusal(props))
  const { spot_number: spot } = offer
  const [from, until] = [new Date(offer.offered_at), new Date(offer.expires_at)]
  const hours = Math.round((until.getTime() - from.getTime()) / HOUR_MS)

  async function decline() {
    const declined = await run(declineOffer)
    if (declined) onChanged(declined)
  }

  return (
    <>
      <h1 tabIndex={-1}>{text.title(spot)}</h1>
      <p className="lead">
        <RichText text={text.lead(formatMoment(until))} />
      </p>
      {offer.is_smaller && (
        <p>{text.smaller(formatKwh(entry.annual_kwh), formatKwh(offer.annual_kwh))}</p>
      )}
      {asked && (
        <Question
          question={text.sure(spot)}
          explanation={offer.is_smaller ? text.sureSmaller : text.sureFull}
          yes={text.yes}
          no={text.no}
          busy={busy}
          onYes={decline}
          onNo={() => setAsked(false)}
        />
      )}
      <div className="buttons">
        <Link className="button button--sun" to={offerForm}>
          {text.accept(spot)}
        </Link>
        {!asked && (
          <button className="button button--line" type="button" onClick={() => setAsked(true)}>
            {text.decline}
          </button>
        )}
      </div>
      <p role="status">{failure}</p>
      <MoneyRows rows={moneyRows(offeredFigures(offer))} />
      <p className="small quiet">{text.since(formatMoment(from), hours)}</p>
    </>
  )
}
