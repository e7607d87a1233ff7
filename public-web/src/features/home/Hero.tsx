import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { heroText } from '@/content/de/home'
import { siteText } from '@/content/de/site'
import { defaults } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { useParkState, useReserveLink } from '@/lib/placesFree'
import { prefillFragment } from '@/lib/reservation/prefill'
import { ByPackage } from './ByPackage'
import { HeroLand } from './HeroLand'
import { PackageSwitch } from './PackageSwitch'
import { TicketSources, Tickets } from './Ticket'

export function Hero() {
  const state = useParkState()
  const { headline, lead, reserve, calculate } = heroText
  const link = useReserveLink(reserve)
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero__text">
          <h1>
            <span>{headline[0]}</span> <span>{headline[1]}</span>
          </h1>
          <p className="lead">
            <RichText text={lead} />
          </p>
          {state !== 'cancelled' && (
            <>
              <PackageSwitch />
              <Tickets />
            </>
          )}
          <div className="buttons">
            {state === 'open' ? <Reserve /> : <Link className="button button--sun" {...link} />}
            <Link className="button button--line" to={paths.calculator}>
              {calculate}
            </Link>
          </div>
          <p className="small quiet">
            <RichText text={state === 'open' ? heroText.free : siteText.instead[state].text} />
          </p>
          {state !== 'cancelled' && <TicketSources />}
          {/* Always there, so that the number that `src/shown/places.ts` puts in moves nothing. */}
          <p className="hero__free small" aria-live="polite">
            {state !== 'open' && (state === 'full' ? heroText.full : siteText.instead[state].title)}
          </p>
        </div>
      </div>
      {/* Behind the text in the file too: painted before it, on small screens it would be moved. */}
      <HeroLand />
    </section>
  )
}

/** The form opens with the package of the switch; the default one needs no word in the address. */
function Reserve() {
  const { annualKwh, paymentPlan, rate } = defaults
  return (
    <ByPackage>
      {({ annualKwh: kwh }) => {
        const choice = { annual_kwh: kwh, payment_plan: paymentPlan, rate }
        const fragment = kwh === annualKwh ? '' : prefillFragment(choice)
        return (
          <Link className="button button--sun" to={paths.reservation + fragment}>
            {heroText.reserve}
          </Link>
        )
      }}
    </ByPackage>
  )
}
