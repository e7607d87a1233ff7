import { formatDay, formatMoney, formatNumber, formatShare } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import {
  type Experiment,
  MEASURE_WORDS,
  type PageResults,
  pageVerdict,
  type WeekResults,
  weekVerdict,
} from './experiment'

type Arm = PageResults['arms'][number]
type Week = WeekResults['weeks'][number]

/** The verdict and the numbers behind it; nothing before the start. */
export function Results({ experiment }: { experiment: Experiment }) {
  const { page_results: page, week_results: weeks, effect_percent: effect } = experiment
  if (!page && !weeks) return null
  return (
    <section className="sheet" aria-label="Ergebnis">
      <h2>Ergebnis</h2>
      {page && (
        <>
          <p className="flush">
            <b>{pageVerdict(page, effect)}</b>
          </p>
          <Arms results={page} measure={MEASURE_WORDS[experiment.measure]} />
        </>
      )}
      {weeks && (
        <>
          <p className="flush">
            <b>{weekVerdict(weeks, effect)}</b>
          </p>
          <Weeks weeks={weeks.weeks} />
        </>
      )}
    </section>
  )
}

function Arms({ results, measure }: { results: PageResults; measure: string }) {
  const count = ({ conversions }: Arm) =>
    conversions === null ? 'unter 5' : formatNumber(conversions)
  return (
    <>
      <PlainTable<Arm>
        label="Tabelle: Varianten"
        rows={results.arms}
        rowKey={({ arm }) => arm}
        columns={[
          { label: 'Variante', isText: true, render: armWords },
          { label: 'Besuche', isNumeric: true, render: ({ visitors }) => formatNumber(visitors) },
          { label: measure, isNumeric: true, render: count },
          {
            label: 'Anteil',
            isNumeric: true,
            render: ({ rate }) => (rate === null ? '–' : formatShare(rate)),
          },
        ]}
        narrow={(row) => ({
          title: armWords(row),
          meta: `${formatNumber(row.visitors)} Besuche`,
          aside: count(row),
        })}
      />
      <p className="tiny muted flush">
        Ein Besuch ist ein Browser an einem Tag; es gibt kein Cookie. Die Grenzen gelten an jedem
        Tag, an dem Sie nachsehen, zusammen mit 95 % Sicherheit.
        {results.saw_both > 0 &&
          ` ${formatNumber(results.saw_both)} haben beide Varianten gesehen und zählen nicht mit.`}
      </p>
    </>
  )
}

const armWords = ({ arm }: Arm): string => (arm === 'a' ? 'A: wie bisher' : 'B: der neue Text')

function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const plan = ({ is_on }: Week) => (is_on ? 'läuft' : 'pausiert')
  const count = ({ reservations }: Week) =>
    reservations === null ? '–' : formatNumber(reservations)
  return (
    <PlainTable<Week>
      label="Tabelle: Wochen"
      rows={weeks}
      rowKey={({ first_day }) => first_day}
      columns={[
        { label: 'Woche ab', isText: true, render: ({ first_day }) => formatDay(first_day) },
        { label: 'Kampagne', render: plan },
        { label: 'Reservierungen', isNumeric: true, render: count },
        {
          label: 'Kosten',
          isNumeric: true,
          render: ({ cost_cents }) => (cost_cents === null ? '–' : formatMoney(cost_cents)),
        },
      ]}
      narrow={(row) => ({
        title: `Woche ab ${formatDay(row.first_day)}`,
        meta: plan(row),
        aside: count(row),
      })}
    />
  )
}
