import { MoneyRows } from '@/components/MoneyRows'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { assumedText, moneyDetails, moneyRows } from '@/content/de/moneyBlock'
import { formText } from '@/content/de/reservation'
import { figuresOf } from '@/lib/offer/figures'
import { packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/fields'
import { typeset } from '@/lib/typeset'
import { ReceiptLand } from './ReceiptLand'

/** What the household will pay and get, as it stands in the form now. */
export function Receipt({ values }: { values: ReservationValues }) {
  return (
    <>
      <ReceiptLand />
      <div className="receipt__body">
        <h2>{formText.receipt.title}</h2>
        <Money values={values} />
      </div>
    </>
  )
}

/** Every sum of the choice; the household's assumption after it where it is another one than the minimum. */
export function Money({ values }: { values: ReservationValues }) {
  const figures = figuresOf(packageOf(values.annual_kwh), planOf(values.payment_plan))
  return (
    <>
      <MoneyRows rows={moneyRows(figures)} />
      <p className="tiny quiet">{typeset(assumedText(figures, values.rate))}</p>
      <Source label={figureText.whereFrom}>{typeset(moneyDetails(figures))}</Source>
    </>
  )
}
