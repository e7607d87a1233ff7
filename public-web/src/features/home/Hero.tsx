import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { heroText } from '@/content/de/home'
import { siteText } from '@/content/de/site'
import { paths } from '@/lib/paths'
import { useParkState, useReserveLink } from '@/lib/placesFree'
import { HeroLand } from './HeroLand'

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
          <div className="buttons">
            <Link className="button button--sun" {...link} />
            <Link className="button button--line" to={paths.calculator}>
              {calculate}
            </Link>
          </div>
          <p className="small quiet">
            <RichText text={state === 'open' ? heroText.free : siteText.instead[state].text} />
          </p>
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
