import { formatNumber, formatShare } from '@/lib/format'
import type { Plan } from './experiment'

/** What an experiment can find, and why it may not start. */
export function PlanSheet({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.refusal && (
        <p className="flush" role="status">
          <b>So geht es nicht.</b> {plan.refusal}
        </p>
      )}
      <ul className="flush">
        {plan.visitors_a_week !== null && plan.rate !== null && (
          <li>
            Bisher {formatNumber(Math.round(plan.visitors_a_week))} Besuche der Seite in der Woche,{' '}
            {formatShare(plan.rate)} davon mit Erfolg.
          </li>
        )}
        {plan.usual_a_week !== null && (
          <li>Bisher {formatNumber(Math.round(plan.usual_a_week))} Reservierungen in der Woche.</li>
        )}
        {plan.visitors_needed !== null && (
          <li>Nötig sind {formatNumber(plan.visitors_needed)} Besuche je Variante.</li>
        )}
        {plan.weeks_needed !== null && (
          <li>
            Dauer: {formatNumber(plan.weeks_needed)} {plan.weeks_needed === 1 ? 'Woche' : 'Wochen'}.
          </li>
        )}
        {plan.reach.map(({ weeks, effect_percent }) => (
          <li key={weeks}>
            {weeks} Wochen finden{' '}
            {effect_percent === null
              ? 'nichts'
              : `Unterschiede ab ${formatNumber(effect_percent)} %`}
            .
          </li>
        ))}
      </ul>
      <p className="tiny muted flush">
        Gefunden heißt: in vier von fünf Fällen. Gerechnet aus {formatNumber(plan.history_days)}{' '}
        Tagen eigener Zahlen.
      </p>
    </>
  )
}
