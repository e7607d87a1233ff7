import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { behindPath, breakdownPath } from '../../behind'
import type { Period } from '../../usePeriod'

type Size = Schemas['SizeOut']

interface SizeTableProps {
  label: string
  /** What the values of a row are called. */
  columns: readonly string[]
  rows: readonly Size[]
  /** The fields of reports by which a row is found there. */
  fields: readonly string[]
  /** The group its rows belong to, where the fields alone would find more. */
  group?: string
  period: Period
  empty: string
}

/** What belongs to no group by size; every number leads to the report behind it. */
export function SizeTable(props: SizeTableProps) {
  const { label, columns, rows, fields, group, period, empty } = props
  if (rows.length === 0) return <p className="muted flush">{empty}</p>
  const filtersOf = ({ values }: Size) => ({
    ...Object.fromEntries(fields.map((field, index) => [field, [values[index] ?? '']])),
    ...(group ? { channel_group: [group] } : {}),
  })
  const named = columns.map(
    (name, index): PlainColumn<Size> => ({
      label: name,
      isText: true,
      render: ({ values }) => values[index] || <span className="muted">ohne Angabe</span>,
    }),
  )
  return (
    <PlainTable<Size>
      label={`Tabelle: ${label}`}
      rows={rows}
      rowKey={({ values }) => values.join('\n')}
      columns={[
        ...named,
        {
          label: 'Sitzungen',
          isNumeric: true,
          render: (row) => (
            <Link to={breakdownPath(period, filtersOf(row))}>{formatNumber(row.sessions)}</Link>
          ),
        },
        {
          label: 'Reservierungen',
          isNumeric: true,
          render: (row) =>
            row.reservations > 0 ? (
              <Link to={behindPath(period, filtersOf(row))}>{formatNumber(row.reservations)}</Link>
            ) : (
              '0'
            ),
        },
      ]}
    />
  )
}
