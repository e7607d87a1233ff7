import { Link } from 'react-router-dom'
import { formatMoment } from '@/lib/format'
import { householdName, packageName, planName } from '@/lib/reservationWords'
import { StateMark } from '@/ui/fields/StateMark'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { HOUSEHOLD, ROW_FIELDS } from '../fields'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'

interface ComparisonProps {
  /** The earliest first. */
  members: ReservationRow[]
  /** The reservation whose page this is. */
  currentId?: number | undefined
}

/** It always differs, and says nothing by that. */
const ARRIVAL = 'Eingang'

const FIELDS: readonly [label: string, value: (row: ReservationRow) => string][] = [
  ['Name', householdName],
  ['E-Mail', ({ email }) => email ?? ''],
  ['Mobil', ({ phone }) => phone ?? ''],
  ['Postleitzahl', ({ postcode }) => postcode ?? ''],
  ...ROW_FIELDS.map((name): (typeof FIELDS)[number] => [
    HOUSEHOLD[name].label,
    (row) => row[name] ?? '',
  ]),
  [
    'Paket',
    ({ annual_kwh, payment_plan }) => `${packageName(annual_kwh)}, ${planName(payment_plan)}`,
  ],
  [ARRIVAL, ({ created_at }) => formatMoment(created_at)],
]

/** Suspects beside each other: what differs line by line, what is the same in one. */
export function Comparison({ members, currentId }: ComparisonProps) {
  const [first] = members
  const values = FIELDS.map(([label, value]) => ({ label, values: members.map(value) }))
  const same = values.filter(isSame)
  return (
    <ScrollRegion
      label={`Vergleich von ${members.map((row) => `Platz ${row.spot_number}`).join(', ')}`}
    >
      <table className="comparison">
        <Heads members={members} currentId={currentId} />
        <tbody>
          <tr>
            <th scope="row">Stand</th>
            {members.map((row) => (
              <td key={row.id}>
                <StateMark state={row.state} />
              </td>
            ))}
          </tr>
          {values
            .filter((field) => !isSame(field))
            .map((field) => (
              <tr key={field.label}>
                <th scope="row">{field.label}</th>
                {field.values.map((value, index) => (
                  <td key={members[index]?.id}>
                    {field.label === ARRIVAL ? value : <mark>{value || 'leer'}</mark>}
                  </td>
                ))}
              </tr>
            ))}
          {first && same.length > 0 && (
            <tr>
              <th scope="row">Gleich</th>
              <td colSpan={members.length}>
                {same
                  .filter((field) => field.values[0])
                  .map((field) => `${field.label} ${field.values[0]}`)
                  .join(', ')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const isSame = ({ values }: { values: string[] }) =>
  values.every((value) => value.toLowerCase() === values[0]?.toLowerCase())

function Heads({
  members,
  currentId,
}: {
  members: ReservationRow[]
  currentId: number | undefined
}) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Angabe</span>
        </th>
        {members.map((row, index) => (
          <th key={row.id} scope="col">
            {row.id === currentId ? (
              <b>Diese, Platz {row.spot_number}</b>
            ) : (
              <Link to={showPath(row)}>Platz {row.spot_number}</Link>
            )}
            <small className="tabular">
              {row.reference}
              {index === 0 && (members.length > 2 ? ', die früheste' : ', die frühere')}
            </small>
          </th>
        ))}
      </tr>
    </thead>
  )
}
