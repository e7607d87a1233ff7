import { Link } from '@/components/Link'
import { RichText } from '@/components/RichText'
import { closedText } from '@/content/de/reservation'
import type { ParkState } from '@/lib/parkState'
import { paths } from '@/lib/paths'

/** Instead of the form while nobody can reserve: nobody answers eight questions to be refused. */
export function ClosedPark({ state }: { state: Exclude<ParkState, 'open'> }) {
  const { park, calculate } = closedText
  const { title, text } = closedText[state]
  return (
    <div className="wrap closed-park" role="status">
      <h1>{title}</h1>
      <p className="lead">
        <RichText text={text} />
      </p>
      <p className="buttons">
        <Link className="button button--line" to={paths.pilot}>
          {park}
        </Link>
        <Link className="button button--line" to={paths.calculator}>
          {calculate}
        </Link>
      </p>
    </div>
  )
}
