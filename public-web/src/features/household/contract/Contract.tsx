import { useEffect, useRef, useState } from 'react'
import { type OwnContract, ownContract } from '@/api/contract'
import { orderText, standingText } from '@/content/de/contract'
import { useCall } from '@/lib/own/useCall'
import { afterRefusal, type OwnProps } from '../own'
import { OrderForm } from './OrderForm'
import { Standing } from './Standing'

/** The household's contract: what it can order with the share of its page, or what it has ordered. */
export function Contract(props: OwnProps) {
  const { own, onReload } = props
  const { annual_kwh, payment_plan } = own.figures
  const [found, setFound] = useState<OwnContract | null>(null)
  const { failure, run } = useCall(afterRefusal(props))
  const heading = useRef<HTMLHeadingElement>(null)
  const share = `${annual_kwh} ${payment_plan} ${own.state}`
  const shown = useRef('')

  async function load() {
    const page = await run(ownContract)
    if (page) setFound(page)
  }

  // Another share is another contract.
  useEffect(() => {
    if (shown.current === share) return
    shown.current = share
    void load()
  })

  function ordered(page: OwnContract) {
    setFound(page)
    heading.current?.focus()
    onReload()
  }

  if (!found && !failure) return null
  const view = found && viewOf(found, own.figures)
  return (
    <section className="house__contract" aria-labelledby="vertrag">
      <div className="wrap">
        <h2 id="vertrag" tabIndex={-1} ref={heading}>
          {view?.stands ? standingText.state[view.stands.state].title : orderText.title}
        </h2>
        {view?.stands && <Standing {...props} contract={view.stands} onAsked={setFound} />}
        {view?.hasChanged && <p className="notice">{standingText.changed}</p>}
        {view?.offer && (
          <>
            <p className="lead">{orderText.lead}</p>
            <OrderForm
              key={view.offer.fingerprint}
              {...props}
              offer={view.offer}
              onOrdered={ordered}
            />
          </>
        )}
        {view && !view.offer && !view.stands && <p>{found?.why_not}</p>}
        <div role="status">{failure && <Failed failure={failure} onAgain={load} />}</div>
      </div>
    </section>
  )
}

/** An order holds with the share that it was made with: after a change there is another one to make. */
function viewOf({ contract, offer }: OwnContract, share: OwnProps['own']['figures']) {
  const isSame = contract?.annual_kwh === share.annual_kwh && contract.months === share.plan_months
  const hasChanged = contract?.state === 'asked' && !isSame && offer !== null
  const isOver = contract?.state === 'dropped' || (contract?.state === 'declined' && !isSame)
  const stands = isOver || hasChanged ? null : contract
  return { stands, hasChanged, offer: stands ? null : offer }
}

function Failed({ failure, onAgain }: { failure: string; onAgain: () => void }) {
  return (
    <>
      <p className="notice">
        {orderText.failed} {failure}
      </p>
      <button type="button" className="button button--line" onClick={onAgain}>
        {orderText.again}
      </button>
    </>
  )
}
