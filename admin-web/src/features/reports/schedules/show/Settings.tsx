import { sharedWords } from '@/features/reports/kept/run'
import { counted } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { Section } from '@/ui/page/Section'
import { ownParameters } from '../reportParameters'
import type { ReportInfo, Schedule } from '../schedule'
import { useReports } from '../useReports'
import { capitalised, formatWord } from '../words'
import { Whom } from './Whom'

/** What is sent, to whom, as what, and on whose rights. */
export function Settings({ schedule }: { schedule: Schedule }) {
  const reports = useReports().data?.data
  const { formats, least_rows, retention_days, owner } = schedule
  const asked = askedWords(
    schedule,
    reports?.find(({ name }) => name === schedule.report),
  )
  return (
    <Section title="Was er tut">
      <dl className="pairs">
        <Pair label="Bericht">
          {schedule.title}
          {asked.length > 0 && <small>{asked.join(' · ')}</small>}
        </Pair>
        {schedule.period_words && (
          <Pair label="Zeitraum">{capitalised(schedule.period_words)}</Pair>
        )}
        <Pair label="An">
          <Whom schedule={schedule} />
        </Pair>
        <Pair label="Als">{formats.map(formatWord).join(', ')}</Pair>
        <Pair label="Geht hinaus">
          sobald die Daten des Tages davor da sind, spätestens drei Stunden nach dem Termin
        </Pair>
        {least_rows > 0 && (
          <Pair label="Tabellen">ab {counted(least_rows, 'einer Zeile', 'Zeilen')} mit Zahlen</Pair>
        )}
        <Pair label="Dateien bleiben">{counted(retention_days, 'einen Tag', 'Tage')}</Pair>
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

/** What the report is asked beyond its standard: „Quelle: google“, „Rückblick in Tagen: 60“. */
function askedWords({ parameters }: Schedule, report: ReportInfo | undefined): string[] {
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
