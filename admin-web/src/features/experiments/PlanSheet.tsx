import { formatNumber, formatShare } from '@/lib/format'
import { type ExperimentRow, MEASURE_WORDS, type Plan } from './experiment'

interface PlanSheetProps {
  plan: Plan
  measure: ExperimentRow['measure']
}

/** What an experiment can find, and why it may not start. */
export function PlanSheet({ plan, measure }: PlanSheetProps) {
  return (
    <>
      {plan.refusal && (
        <p className="caution" role="status">
          <b>So geht es nicht.</b> {plan.refusal}
        </p>
      )}
      <ul className="plan-facts">
        {factsOf(plan, measure).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <Reach plan={plan} />
      <p className="tiny muted flush">
        Gefunden heißt: in vier von fünf Fällen. Gerechnet aus {formatNumber(plan.history_days)}{' '}
        Tagen eigener Zahlen.
      </p>
    </>
  )
}

function factsOf(plan: Plan, measure: ExperimentRow['measure']): string[] {
  const { visitors_a_week: visitors, rate, usual_a_week: usual, trials } = plan
  const facts: string[] = []
  if (visitors !== null && rate !== null)
    facts.push(
      `Bisher ${formatNumber(Math.round(visitors))} Besuche der Seite in der Woche, ${formatShare(rate)} davon mit Erfolg.`,
    )
  if (usual !== null)
    facts.push(`Bisher ${formatNumber(Math.round(usual))} ${MEASURE_WORDS[measure]} in der Woche.`)
  if (plan.visitors_needed !== null)
    facts.push(`Nötig sind ${formatNumber(plan.visitors_needed)} Besuche je Variante.`)
  if (plan.groups !== null)
    facts.push(
      `${formatNumber(plan.groups)} Gruppen von Regionen, jede mit mindestens fünf, in Paaren mit ähnlicher Vergangenheit.`,
    )
  if (plan.weeks_needed !== null)
    facts.push(
      `Dauer mindestens ${formatNumber(plan.weeks_needed)} ${plan.weeks_needed === 1 ? 'Woche' : 'Wochen'}.`,
    )
  if (plan.ripe_days !== null)
    facts.push(`Auf Verträge wird danach ${formatNumber(plan.ripe_days)} Tage gewartet.`)
  if (trials !== null)
    facts.push(
      `Probe an der Vergangenheit, in der sich nichts unterschied: ${formatNumber(plan.false_verdicts ?? 0)} von ${formatNumber(trials)} Auslosungen fanden trotzdem etwas (erwartet 5 %).`,
    )
  return facts
}

function Reach({ plan }: { plan: Plan }) {
  if (plan.reach.every(({ effect_percent }) => effect_percent === null)) return null
  return (
    <ul className="reach" aria-label="Was wie viele Wochen finden">
      {plan.reach.map(({ weeks, effect_percent: percent }) => (
        <li key={weeks}>
          <span>{weeks} Wochen</span>
          <b>{percent === null ? 'nichts' : `ab ${formatNumber(percent)} %`}</b>
        </li>
      ))}
    </ul>
  )
}
