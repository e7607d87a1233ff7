import Button from '@mui/material/Button'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'
import { timingWords } from '@/lib/timingWords'
import { PlainTable } from '@/ui/list/PlainTable'
import { PERIODS } from '../periods'
import type { Condition, ReportInfo, Schedule, ScheduleInput } from '../schedule'
import { formatWord } from '../words'
import { FIELDS, type FieldName, merged } from './versions'

interface StaleScheduleProps {
  /** As typed. */
  mine: ScheduleInput
  /** As it was when the form began. */
  before: ScheduleInput
  current: Schedule
  reports: readonly ReportInfo[]
  onKeep: (input: ScheduleInput) => void
  onAdopt: () => void
}

/** Somebody else saved in between: what differs, side by side, and which of the two shall stand. */
export function StaleSchedule(props: StaleScheduleProps) {
  const { mine, before, current, reports } = props
  const { input, differing } = merged(mine, before, current)
  return (
    <div role="alert" className="caution">
      <p>Jemand anderes hat diesen Bericht inzwischen geändert. Es wurde nichts gespeichert.</p>
      {differing.length > 0 && (
        <PlainTable<FieldName>
          label="Beide Fassungen"
          rows={differing}
          rowKey={(name) => name}
          columns={[
            { label: 'Angabe', render: (name) => FIELDS[name] },
            { label: 'Ihre Fassung', isText: true, render: (name) => shown(name, mine, reports) },
            { label: 'Gespeichert', isText: true, render: (name) => shown(name, current, reports) },
          ]}
        />
      )}
      <p className="buttons">
        <Button onClick={() => props.onKeep(input)}>Meine Änderungen speichern</Button>
        <Button onClick={props.onAdopt}>Gespeicherte Fassung übernehmen</Button>
      </p>
    </div>
  )
}

function shown(name: FieldName, from: ScheduleInput, reports: readonly ReportInfo[]): string {
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
    case 'condition':
      return conditionWords(from, reports)
    default:
      return typeof from[name] === 'number' ? formatNumber(Number(from[name])) : String(from[name])
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
