import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'
import { timingWords } from '@/lib/timingWords'
import type { EditKind } from '@/ui/form/versions'
import { PERIODS } from '../periods'
import type { Condition, Gate, PackedReport, ReportInfo, ScheduleInput } from '../schedule'
import { filterWords, formatWord } from '../words'
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
  further_reports: 'Weitere Berichte',
  timing: 'Wann',
  recipients: 'An wen',
  own_filters: 'Eigene Filter',
  formats: 'In welcher Form',
  condition: 'Nur wenn',
  gate: 'Worauf er wartet',
  cool_down_hours: 'Ruhe in Stunden',
  retention_days: 'Dateien aufheben, Tage',
}

function shown(name: string, from: ScheduleInput, reports: readonly ReportInfo[]): string {
  switch (name) {
    case 'report':
      return reports.find((one) => one.name === from.report)?.title ?? from.report
    case 'parameters':
      return parameterWords(from, reports)
    case 'further_reports':
      return furtherWords(from, reports)
    case 'period':
      return from.period ? (PERIODS[from.period] ?? from.period) : 'ohne'
    case 'timing':
      return timingWords(from.timing, from.zone)
    case 'formats':
      return from.formats.map(formatWord).join(', ')
    case 'recipients':
      return from.recipients.join(', ')
    case 'own_filters':
      return ownWords(from)
    case 'condition':
      return conditionWords(from, reports)
    case 'gate':
      return gateWords(from.gate)
    default:
      return String(from[name as keyof ScheduleInput])
  }
}

const furtherWords = ({ further_reports }: ScheduleInput, reports: readonly ReportInfo[]) =>
  further_reports
    .map((one) => {
      const title = reports.find(({ name }) => name === one.report)?.title ?? one.report
      return `${title} (${parameterWords(one, reports)})`
    })
    .join('; ') || 'keine'

function parameterWords({ report, parameters }: PackedReport, reports: readonly ReportInfo[]) {
  const known = reports.find(({ name }) => name === report)?.parameters ?? []
  const told = Object.entries(parameters).map(
    ([name, value]) =>
      `${known.find((one) => one.name === name)?.label ?? name}: ${[value].flat().join(', ')}`,
  )
  return told.join(' · ') || 'wie der Bericht selbst'
}

const NEEDS: Readonly<Record<Gate['needs'][number], string>> = {
  visits: 'Besuche',
  costs: 'Kosten',
  self_check: 'Prüfung der Seiten',
}

function gateWords(gate: Gate | null): string {
  if (!gate) return 'auf nichts'
  const until = `spätestens um ${gate.until} Uhr${gate.is_next_day ? ' am nächsten Tag' : ''}`
  return `${gate.needs.map((name) => NEEDS[name]).join(', ')}, ${until}`
}
const ownWords = ({ own_filters }: ScheduleInput): string =>
  Object.entries(own_filters)
    .map(([address, filters]) => `${address}: ${filterWords(filters)}`)
    .join('; ') || 'keine'

function conditionWords(
  { report, condition }: { report: string; condition: Condition | null },
  reports: readonly ReportInfo[],
): string {
  if (!condition) return 'immer'
  const info = reports.find(({ name }) => name === report)
  const table = info?.tables[condition.table] ?? condition.table
  if (condition.kind === 'rows') return `ab ${formatNumber(condition.least)} Zeilen in „${table}“`
  const column = info?.columns?.[condition.table]?.find(({ name }) => name === condition.column)
  const side = condition.is === 'below' ? 'unter' : 'über'
  const bound = formatCell(column?.kind ?? 'count', condition.value)
  return `${column?.label ?? condition.column} ${side} ${bound}`
}
