import { Link } from 'react-router-dom'
import { closingText } from '@/content/de/calculator'
import { type Choice, reservationOf } from './choice'

/** On to the form, which opens with what was chosen here. */
export function Closing({ choice }: { choice: Choice }) {
  const { title, text, reserve } = closingText
  return (
    <section className="closing">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Link className="button button--sun" to={reservationOf(choice)}>
        {reserve}
      </Link>
    </section>
  )
}
