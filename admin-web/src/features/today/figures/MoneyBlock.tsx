import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useSeen } from '@/ui/drawing/useSeen'
import { Section } from '@/ui/page/Section'

// With its table, which the first view needs for nothing else.
const Quarters = lazy(async () => ({ default: (await import('./Quarters')).Quarters }))

const WAITING = <p className="muted flush">Wird berechnet …</p>

/**
 * What ads cost and brought, quarter by quarter. The report is run once the block comes into view:
 * most who open the start page never scroll this far.
 */
export function MoneyBlock() {
  const [frame, isSeen] = useSeen()
  return (
    <div ref={frame} className="money-block">
      <Section title="Was ein Vertrag kostet" action={<Link to="/reports/money">Mein Geld</Link>}>
        <Suspense fallback={WAITING}>{isSeen ? <Quarters /> : WAITING}</Suspense>
      </Section>
    </div>
  )
}
