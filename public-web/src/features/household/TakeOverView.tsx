import { type ComponentType, useEffect, useRef, useState } from 'react'
import { declineHandOver, type HandOverOffer, sendHandOverAgain } from '@/api/handOver'
import { OwnField } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { RichText } from '@/components/RichText'
import { takeContractText } from '@/content/de/takeContract'
import { takeText as text } from '@/content/de/takeOver'
import { formatDeadline } from '@/lib/germanMoments'
import { formatKwh } from '@/lib/germanNumbers'
import { useCall } from '@/lib/own/useCall'
import { useSending } from '@/lib/useSending'
import type { TakeOverProps } from './own'
import { Sheet } from './Sheet'
import { TakeOverForm } from './TakeOverForm'

/** A place that another household offers: what would be taken over, and the answer. */
export function TakeOverView(props: TakeOverProps) {
  const { offer, state } = props.link
  if (!offer) return <Over {...props} state={state === 'open' ? 'closed' : state} />
  if (props.link.is_contract) return <ContractOffer {...props} offer={offer} />
  return <Offer {...props} offer={offer} />
}

type OfferProps = TakeOverProps & { offer: HandOverOffer }

/** The same of a running contract; its papers and their form are a part that is fetched. */
function ContractOffer({ offer, ...props }: OfferProps) {
  const [Part, setPart] = useState<ComponentType<OfferProps> | null>(null)
  useEffect(() => {
    import('./contract/TakeContract').then(
      (part) => setPart(() => part.TakeContract),
      () => undefined,
    )
  }, [])
  const deadline = formatDeadline(new Date(offer.answer_by), new Date())
  return (
    <>
      <Head
        {...props}
        offer={offer}
        words={takeContractText}
        lead={takeContractText.lead(deadline)}
      />
      {Part && <Part {...props} offer={offer} />}
    </>
  )
}

interface HeadProps extends OfferProps {
  words: { title: (from: string, spot: number) => string; see: string; no: string }
  lead: string
}

/** Where the place is, until when to answer, and the two ways on. */
function Head({ offer, words, lead, ...props }: HeadProps) {
  const { figures, spot_number: spot } = offer
  const note = `${figures.package}, ${formatKwh(figures.annual_kwh)}`
  return (
    <Plot field={<OwnField mine={{ spot, flag: text.flag(spot), note, isHeld: true }} />}>
      <h1 tabIndex={-1}>{words.title(offer.from_name, spot)}</h1>
      <p className="lead">
        <RichText text={lead} />
      </p>
      <div className="buttons">
        <button type="button" className="button button--line" onClick={toFigures}>
          {words.see}
        </button>
      </div>
      <Decline {...props} no={words.no} />
    </Plot>
  )
}

function Offer({ offer, ...props }: OfferProps) {
  const { figures, spot_number: spot } = offer
  const deadline = formatDeadline(new Date(offer.answer_by), new Date())
  return (
    <>
      <Head {...props} offer={offer} words={text} lead={text.lead(deadline)} />
      <section className="house__share" aria-labelledby="uebernehmen">
        <div className="wrap">
          <div className="house__share-text">
            <h2 id="uebernehmen" tabIndex={-1}>
              {text.what}
            </h2>
            <p>{text.whatText(offer.park_name, spot, offer.spots_total)}</p>
            <p>{text.whatToday}</p>
          </div>
          <Sheet figures={figures} />
        </div>
      </section>
      <TakeOverForm {...props} offer={offer} />
    </>
  )
}

/** No link, because the fragment of the address holds the token. */
function toFigures() {
  const heading = document.getElementById('uebernehmen')
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

function Decline({ token, no, onReload }: TakeOverProps & { no: string }) {
  const [asked, setAsked] = useState(false)
  const sure = useRef<HTMLParagraphElement>(null)
  const { busy, failure, run } = useCall(onReload)

  useEffect(() => {
    if (asked) sure.current?.focus()
  }, [asked])

  async function decline() {
    if (await run(() => declineHandOver(token))) onReload()
  }

  if (!asked) {
    return (
      <button type="button" className="textual" onClick={() => setAsked(true)}>
        {no}
      </button>
    )
  }
  return (
    <div className="pass-on">
      <p ref={sure} tabIndex={-1}>
        <strong>{text.sure}</strong> {text.sureText}
      </p>
      <div className="buttons">
        <button
          type="button"
          className="button button--line button--small"
          aria-disabled={busy || undefined}
          onClick={decline}
        >
          {text.yes}
        </button>
        <button type="button" className="textual" onClick={() => setAsked(false)}>
          {text.keep}
        </button>
      </div>
      <p role="status">{failure}</p>
    </div>
  )
}

function Over({ token, state }: TakeOverProps & { state: keyof typeof text.states }) {
  const [sent, setSent] = useState(false)
  const { failure, run } = useCall()
  const sending = useSending()
  const words = text.states[state]
  return (
    <Plot field={<OwnField />}>
      <h1 tabIndex={-1}>{words.title}</h1>
      <p className="lead">{words.text}</p>
      {state === 'link_expired' && (
        <div className="buttons">
          <button
            className="button button--sun"
            type="button"
            onClick={async () => setSent((await run(() => sendHandOverAgain(token))) !== null)}
          >
            {text.again}
          </button>
        </div>
      )}
      <div role="status">
        {(sent || failure) && <p className="notice">{failure ?? sending(text.sentAgain)}</p>}
      </div>
    </Plot>
  )
}
