import { Link } from 'react-router-dom'
import { closingText } from '@/content/de/calculator'
import { paths } from '@/lib/paths'
import { prefillFragment } from '@/lib/reservation/prefill'
import { type Choice, chosen } from './choice'

/** On to the form, which opens with what was chosen here. */
export function Closing({ choice }: { choice: Choice }) {
  const { title, text, reserve } = closingText
  const fragment = prefillFragment({
    annual_kwh: choice.annualKwh,
    payment_plan: choice.plan,
    rate: chosen(choice).scenario.rate,
  })
  return (
    <section className="closing">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Link className="button button--sun" to={paths.reservation + fragment}>
        {reserve}
      </Link>
    </section>
  )
}
