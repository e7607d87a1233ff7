import { formText } from '@/content/de/reservation'
import { parseAmount } from '@/lib/germanAmount'
import { formatCent, formatEuro, formatKwh } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import { packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/values'
import { typeset } from '@/lib/typeset'
import { Money } from './Receipt'
import type { Steps } from './useSteps'

/** What was entered in the sections before, with the way back to each. */
export function Review({ values, steps }: { values: ReservationValues; steps: Steps }) {
  const { review, change, money } = formText.contact
  return (
    <section className="review" aria-label={review}>
      <h3>{review}</h3>
      <ul>
        {linesOf(values).map((line, index) => (
          <li key={line}>
            <span>{typeset(line)}</span>
            <button type="button" onClick={() => steps.go(index + 1)}>
              {change}
              <span className="visually-hidden">: {line}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* Beside the receipt, which small screens do not have. */}
      <section className="receipt__body review__money" aria-label={money}>
        <Money values={values} />
      </section>
    </section>
  )
}

/** One line per section. */
function linesOf(values: ReservationValues): string[] {
  const { household, monthly, rate } = formText.contact
  const chosen = packageOf(values.annual_kwh)
  const plan = planOf(values.payment_plan)
  const amount = formatEuro(Math.round(eurosToCents(parseAmount(values.monthly_abschlag).value)))
  return [
    [
      values.postcode.trim(),
      values.energy_provider,
      household(values.household_size),
      monthly(amount),
    ].join(', '),
    `${chosen.name}, ${formatKwh(chosen.annualKwh)}. ${rate(formatCent(values.rate))}`,
    plan.name,
  ]
}
