import { MoneyRows } from '@/components/MoneyRows'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { heroText } from '@/content/de/home'
import { moneyDetails, moneyRows } from '@/content/de/moneyBlock'
import { figuresOf } from '@/lib/offer/figures'
import { defaults, packages, planOf } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

const once = planOf(defaults.paymentPlan)

/**
 * The block of money of each package as a ticket: today's stub is torn off, what comes back has the
 * sun's edge. All lie in one place, so that the switch moves nothing.
 */
export function Tickets() {
  return (
    <section className="tickets" aria-label={heroText.ticket} aria-live="polite">
      {packages.map((share) => {
        const figures = figuresOf(share, once)
        return (
          <div key={share.annualKwh} className="ticket" data-ticket={share.annualKwh}>
            <MoneyRows rows={moneyRows(figures)} />
          </div>
        )
      })}
    </section>
  )
}

/** The sums behind the ticket. */
export function TicketSources() {
  return packages.map((share) => (
    <div key={share.annualKwh} data-of={share.annualKwh}>
      <Source label={figureText.whereFrom}>{typeset(moneyDetails(figuresOf(share, once)))}</Source>
    </div>
  ))
}
