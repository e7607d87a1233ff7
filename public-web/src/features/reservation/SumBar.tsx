import { useEffect, useState } from 'react'
import { ChevronUpIcon } from '@/components/icons'
import { formText } from '@/content/de/reservation'
import { formatCent, formatShortEuro } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { reservationPayment } from '@/lib/offer/instalments'
import { packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/values'
import { typeset } from '@/lib/typeset'
import { Receipt } from './Receipt'

/** The receipt on small screens: two figures at the bottom, the rest folds out above them. */
export function SumBar({ values }: { values: ReservationValues }) {
  const [open, setOpen] = useCloseOnEscape()
  const text = formText.receipt
  const chosen = packageOf(values.annual_kwh)
  const plan = planOf(values.payment_plan)
  const total = reservationPayment(chosen.price, plan).total
  const planName = plan.months === 0 ? text.barOnce : plan.name
  return (
    <aside className="sumbar" aria-label={text.barLabel}>
      {/* Focusable, because it scrolls: the keyboard must be able to move it. */}
      <section
        className="sumbar__receipt"
        id="beleg"
        aria-label={text.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        hidden={!open}
      >
        {open && <Receipt values={values} />}
      </section>
      <div className="sumbar__line">
        <Figure label={text.barToday} amount={0} />
        <Figure label={`${chosen.name}, ${planName}`} amount={total} />
        <Figure
          label={text.barTerm(formatCent(values.rate))}
          amount={creditOf(values.annual_kwh, values.rate).total}
        />
        <button
          type="button"
          aria-label={open ? text.collapse : text.expand}
          aria-expanded={open}
          aria-controls="beleg"
          onClick={() => setOpen(!open)}
        >
          <ChevronUpIcon />
        </button>
      </div>
    </aside>
  )
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <p>
      <span className="tiny quiet">{typeset(label)}</span>
      <strong className="tabular">{formatShortEuro(amount)}</strong>
    </p>
  )
}

function useCloseOnEscape() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return [open, setOpen] as const
}
