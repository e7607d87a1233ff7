import { Link } from '@/components/Link'
import { closingText } from '@/content/de/calculator'
import { paths } from '@/lib/paths'
import { useReserveOffer } from '@/lib/placesFree'

/** On to the form, which opens with what was chosen here. */
export function Closing({ reservation }: { reservation: string }) {
  const { title, text, link } = useReserveOffer(closingText)
  const { to, children } = link
  return (
    <section className="closing">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Link className="button button--sun" to={to === paths.reservation ? reservation : to}>
        {children}
      </Link>
    </section>
  )
}
