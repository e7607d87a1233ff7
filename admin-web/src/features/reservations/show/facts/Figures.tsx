import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'
import type { Reservation } from '../../types'
import { abschlagWords, fieldLabel, formatValue } from '../../values'

const ORDER = [
  'share_amount_cents',
  'plan_total_cents',
  'instalment_cents',
  'last_instalment_cents',
  'nominal_interest_bp',
  'effective_interest_bp',
  'monthly_credit_cents',
  'annual_credit_cents',
  'total_credits_cents',
  'minimum_total_cents',
  'break_even_tenth_years',
  'paid_break_even_tenth_years',
  'setup_fee_cents',
  'yearly_platform_fee_cents',
  'deposit_cents',
] as const

/** Of a payment at once, there is no instalment and no interest. */
const ONLY_INSTALMENTS = new Set([
  'instalment_cents',
  'last_instalment_cents',
  'nominal_interest_bp',
  'effective_interest_bp',
])

/** The figures the household was shown; beside them the browser's own where they were others. */
export function Figures({ record }: { record: Reservation }) {
  const { figures, differences, payment_plan } = record
  const theirs = new Map(differences.map((difference) => [difference.name, difference]))
  const names = ORDER.filter(
    (name) =>
      figures[name] !== undefined && !(payment_plan === 'one-off' && ONLY_INSTALMENTS.has(name)),
  )
  const extra = differences.filter(({ name }) => !names.includes(name as (typeof ORDER)[number]))
  return (
    <>
      {differences.length > 0 && <Warning count={differences.length} record={record} />}
      <table className="number-sheet">
        {differences.length > 0 && <Head />}
        <tbody>
          {names.map((name) => (
            <Figure
              key={name}
              name={name}
              ours={figures[name]}
              difference={theirs.get(name)}
              isCompared={differences.length > 0}
            />
          ))}
          {extra.map((one) => (
            <Figure key={one.name} name={one.name} ours={one.ours} difference={one} isCompared />
          ))}
        </tbody>
      </table>
      <p className="tiny muted">
        Gutschrift {formatValue('credit_tenth_ct', record.credit_tenth_ct)} je kWh, im Formular
        gewählt. Abschlag des Haushalts: {abschlagWords(record)} im Monat.
      </p>
    </>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Angabe</span>
        </th>
        <th scope="col" className="number-column">
          Unser Wert
        </th>
        <th scope="col" className="number-column">
          Im Browser
        </th>
      </tr>
    </thead>
  )
}

interface FigureProps {
  name: string
  ours: number | undefined
  difference?: Schemas['DifferenceOut'] | undefined
  /** Whether any figure of the table has another one beside it. */
  isCompared: boolean
}

function Figure({ name, ours, difference, isCompared }: FigureProps) {
  return (
    <tr data-different={difference !== undefined || undefined}>
      <th scope="row">{fieldLabel(name)}</th>
      <td className="number-column">{formatValue(name, ours)}</td>
      {isCompared && (
        <td className="number-column">
          {difference && <mark>{formatValue(name, difference.theirs)}</mark>}
        </td>
      )}
    </tr>
  )
}

function Warning({ count, record }: { count: number; record: Reservation }) {
  const checked = record.price_checked ? ' Jemand hat das schon geprüft.' : ''
  return (
    <p className="hint">
      {counted(count, 'Ein Wert weicht', 'Werte weichen')} von dem ab, was der Browser des Haushalts
      gerechnet hatte. Gespeichert sind unsere.{checked}
    </p>
  )
}
