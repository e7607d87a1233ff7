import { Link } from 'react-router-dom'
import { closingText } from '@/content/de/calculator'

/** On to the form, which opens with what was chosen here. */
export function Closing({ reservation }: { reservation: string }) {
  const { title, text, reserve } = closingText
  return (
    <section className="closing">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Link className="button button--sun" to={reservation}>
        {reserve}
      </Link>
    </section>
  )
}
