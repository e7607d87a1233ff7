import type { ReactNode } from 'react'
import { sharedWords } from '@/features/reports/kept/run'
import { formatNumber } from '@/lib/format'
import { Section } from '@/ui/page/Section'
import { ownParameters } from '../reportParameters'
import { type PackedReport, packOf, type ReportInfo, type Schedule } from '../schedule'
import { useReports } from '../useReports'
import { capitalised, formatWord } from '../words'
import { Whom } from './Whom'

/** What is sent, to whom, as what, and on whose rights. */
export function Settings({ schedule }: { schedule: Schedule }) {
  const reports = useReports().data?.data
  const { formats, condition_words, gate_words, cool_down_hours, retention_days, owner } = schedule
  return (
    <Section title="Was er tut">
      <dl className="pairs">
        <Pair label={schedule.titles.length > 1 ? 'Berichte' : 'Bericht'}>
          <Reports schedule={schedule} reports={reports} />
        </Pair>
        {schedule.period_words && (
          <Pair label="Zeitraum">{capitalised(schedule.period_words)}</Pair>
        )}
        <Pair label="An">
          <Whom schedule={schedule} />
        </Pair>
        <Pair label="Als">{formats.map(formatWord).join(', ')}</Pair>
        {gate_words && <Pair label="Geht hinaus">{gate_words}</Pair>}
        {condition_words && (
          <Pair label="Nur wenn">{condition_words.replace(/^nur wenn /, '')}</Pair>
        )}
        {cool_down_hours > 0 && (
          <Pair label="Danach Ruhe">{formatNumber(cool_down_hours)} Stunden</Pair>
        )}
        <Pair label="Dateien bleiben">{formatNumber(retention_days)} Tage</Pair>
        <Pair label="Verantwortlich">
          {owner.name}
          <small>
            {owner.is_entitled
              ? 'darf diesen Bericht sehen'
              : 'darf diesen Bericht nicht mehr sehen'}
          </small>
        </Pair>
      </dl>
    </Section>
  )
}

interface ReportsProps {
  schedule: Schedule
  reports: readonly ReportInfo[] | undefined
}

/** Each report with what it is asked; numbered where there are several, as in the mail. */
function Reports({ schedule, reports }: ReportsProps) {
  const pack = packOf(schedule)
  return pack.map((one, n) => {
    const asked = askedWords(
      one,
      reports?.find(({ name }) => name === one.report),
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same report can be there twice
      <span key={n} className="packed-report">
        {pack.length > 1 && `${n + 1}. `}
        {schedule.titles[n]}
        {asked.length > 0 && <small>{asked.join(' · ')}</small>}
      </span>
    )
  })
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What the report is asked beyond its standard: „Quelle: google“, „Rückblick in Tagen: 60“. */
function askedWords({ parameters }: PackedReport, report: ReportInfo | undefined): string[] {
  const own = report ? ownParameters(report) : []
  return [
    ...sharedWords(parameters),
    ...own.flatMap(({ name, label, default: standard }) => {
      const value = parameters[name]
      const isStandard = value === undefined || String(value) === String(standard)
      return isStandard ? [] : [`${label}: ${[value].flat().join(', ')}`]
    }),
  ]
}
