import { Link } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { formText } from '@/content/de/reservation'
import { paths } from '@/lib/paths'

/** Instead of the form while nobody can reserve: nobody answers eight questions to be refused. */
export function ClosedPark({ isPaused }: { isPaused: boolean }) {
  const { title, text, pausedTitle, pausedText, park, calculate } = formText.closed
  return (
    <div className="wrap closed-park" role="status">
      <h1>{isPaused ? pausedTitle : title}</h1>
      <p className="lead">
        <RichText text={isPaused ? pausedText : text} />
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
