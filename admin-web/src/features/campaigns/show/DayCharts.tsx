import { dayShort } from '@/lib/days'
import { formatMoney, formatNumber } from '@/lib/format'
import { Chart } from '@/ui/chart/Chart'
import { type Look, plainChart } from '@/ui/chart/chart'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { type Bucket, bucketName } from '../development'

type Measure = 'visitors' | 'reservations' | 'cents'
const PANELS: readonly { measure: Measure; label: string; look: Look }[] = [
  { measure: 'visitors', label: 'Besucher', look: 'solid' },
  { measure: 'reservations', label: 'Reservierungen', look: 'second' },
  { measure: 'cents', label: 'Kosten', look: 'third' },
]

interface DayChartsProps {
  columns: readonly Bucket[]
  notes: readonly ChartNote[]
}

/** Three charts over the same days, one below the other; remarks are numbered lines through each. */
export function DayCharts({ columns, notes }: DayChartsProps) {
  const marks = notesByColumn(columns, notes).map(([day, label]) => ({
    index: columns.findIndex((column) => column.day === day),
    label,
  }))
  return PANELS.map(({ measure, label, look }) => (
    <Chart
      key={measure}
      label={`${label} nach Tagen`}
      words={measure === 'cents' ? formatMoney : formatNumber}
      marks={marks}
      chart={plainChart({
        kind: 'columns',
        title: label,
        measure: measure === 'cents' ? 'cents' : 'count',
        lines: [{ label, look }],
        items: columns.map((column) => ({
          name: bucketName(column),
          axis: dayShort(column.day),
          values: [column[measure]],
        })),
      })}
    />
  ))
}
