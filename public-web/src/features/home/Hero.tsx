import { Link } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { heroText } from '@/content/de/home'
import { totalSpots } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { usePlacesFree, useReserveLink } from '@/lib/placesFree'
import { HeroLand } from './HeroLand'

export function Hero() {
  const free = usePlacesFree()
  const { headline, lead, reserve, calculate } = heroText
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
            <Link className="button button--sun" {...useReserveLink(reserve)} />
            <Link className="button button--line" to={paths.calculator}>
              {calculate}
            </Link>
          </div>
          <p className="small quiet">
            <RichText text={free === 0 ? heroText.full : heroText.free} />
          </p>
          {/* Always there, so that the number coming in later moves nothing. */}
          <p className="hero__free small" aria-live="polite">
            {free !== null && <RichText text={heroText.placesFree(free, totalSpots)} />}
          </p>
        </div>
      </div>
      {/* Behind the text in the file too: painted before it, on small screens it would be moved. */}
      <HeroLand />
    </section>
  )
}
