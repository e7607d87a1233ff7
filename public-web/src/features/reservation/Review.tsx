import { formText } from '@/content/de/reservation'
import { fieldText, inLine } from '@/content/de/reservationFields'
import { parseAmount } from '@/lib/germanAmount'
import { formatCent, formatEuro, formatKwh } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import { packageOf, planOf } from '@/lib/offer/offer'
import {
  type EnergyField,
  FIELDS,
  isTextField,
  type ReservationValues,
} from '@/lib/reservation/fields'
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

const ENERGY_LINE = Object.keys(fieldText).filter(
  (name): name is EnergyField => isTextField(name) && FIELDS[name].step === 1,
)

/** One line per section. */
function linesOf(values: ReservationValues): string[] {
  const { rate } = formText.contact
  const chosen = packageOf(values.annual_kwh)
  const plan = planOf(values.payment_plan)
  return [
    ENERGY_LINE.map((name) => valueInLine(name, values[name].trim())).join(', '),
    `${chosen.name}, ${formatKwh(chosen.annualKwh)}. ${rate(formatCent(values.rate))}`,
    plan.name,
  ]
}

const valueInLine = (name: EnergyField, text: string): string =>
  FIELDS[name].isAmount
    ? `${formatEuro(Math.round(eurosToCents(parseAmount(text).value)))} ${fieldText[name].label}`
    : inLine(name, text)
