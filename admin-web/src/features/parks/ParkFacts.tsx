import type { ReactNode } from 'react'
import type { Park } from '@/ui/park/capacity'
import { fieldValue } from './park'

/** What the public pages say about the park. */
export function ParkFacts({ park, action }: { park: Park; action: ReactNode }) {
  const facts: [string, string][] = [
    ['Ort', park.location],
    ['Stand des Baus', park.status],
    ['Zeitplan', park.timeline],
    ['Auskunft für Haushalte', fieldValue('progress_note', park.progress_note)],
    ['Auskunft vom', fieldValue('progress_on', park.progress_on)],
    ['Leistung', fieldValue('capacity_kw', park.capacity_kw)],
    ['Haushalte laut Projekt', fieldValue('households', park.households)],
    ['Mindestbetrag für Anlage', fieldValue('invest_minimum_cents', park.invest_minimum_cents)],
  ]
  return (
    <section className="sheet" aria-labelledby="park-facts">
      <div className="head-row">
        <h2 id="park-facts">Angaben</h2>
        {action}
      </div>
      <dl className="pairs">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
