import { timingWords } from '@/lib/timingWords'
import type { EditKind } from '@/ui/form/versions'
import { PERIODS } from '../periods'
import type { ReportInfo, ScheduleInput } from '../schedule'
import { formatWord } from '../words'
import { draftOf, readDraft } from './draft'
import type { Draft } from './typed'

/** How a schedule is edited. Reports have the words for their parameters and columns. */
export const scheduleKind = (
  reports: readonly ReportInfo[],
): EditKind<ScheduleInput, Draft, ScheduleInput> => ({
  formOf: draftOf,
  read(draft) {
    const { input, problems } = readDraft(draft)
    return { values: input, problems }
  },
  labels: LABELS,
  // The zone belongs to the time, and an address is one already while it is typed.
  parts: { timing: ['zone'], recipients: ['addressing'] },
  show: (name, input) => shown(name, input, reports),
  what: 'diesen Bericht',
})

const LABELS = {
  report: 'Bericht',
  name: 'Name',
  period: 'Zeitraum',
  parameters: 'Was der Bericht zeigt',
  timing: 'Wann',
  recipients: 'An wen',
  formats: 'In welcher Form',
  least_rows: 'Tabellen ab, Zeilen',
  retention_days: 'Dateien aufheben, Tage',
}

function shown(name: string, from: ScheduleInput, reports: readonly ReportInfo[]): string {
  switch (name) {
    case 'report':
      return reports.find((one) => one.name === from.report)?.title ?? from.report
    case 'parameters':
      return parameterWords(from, reports)
    case 'period':
      return from.period ? (PERIODS[from.period] ?? from.period) : 'ohne'
    case 'timing':
      return timingWords(from.timing, from.zone)
    case 'formats':
      return from.formats.map(formatWord).join(', ')
    case 'recipients':
      return from.recipients.join(', ')
    default:
      return String(from[name as keyof ScheduleInput])
  }
}

function parameterWords({ report, parameters }: ScheduleInput, reports: readonly ReportInfo[]) {
  const known = reports.find(({ name }) => name === report)?.parameters ?? []
  const told = Object.entries(parameters).map(
    ([name, value]) =>
      `${known.find((one) => one.name === name)?.label ?? name}: ${[value].flat().join(', ')}`,
  )
  return told.join(' · ') || 'wie der Bericht selbst'
}
