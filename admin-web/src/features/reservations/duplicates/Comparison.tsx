import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatMoment } from '@/lib/format'
import { householdName, packageName, planName } from '@/lib/reservationWords'
import { StateMark } from '@/ui/fields/StateMark'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { HOUSEHOLD, ROW_FIELDS } from '../fields'
import { OperationDialog } from '../operations/OperationDialog'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'
import { MergeDialog } from './MergeDialog'

interface ComparisonProps {
  /** The earliest first; it is the one a merge keeps. */
  members: ReservationRow[]
  /** The reservation whose page this is. */
  currentId?: number
}

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
  ['Eingang', ({ created_at }) => formatMoment(created_at)],
]

/** Suspects beside each other, what differs marked, and the decision below. */
export function Comparison({ members, currentId }: ComparisonProps) {
  const [chosen, setChosen] = useState<'merge' | 'mark_not_duplicate'>()
  const ids = members.map(({ id }) => id)
  const close = () => setChosen(undefined)
  return (
    <>
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
            {FIELDS.map(([label, value]) => (
              <Line key={label} label={label} values={members.map((row) => [row.id, value(row)])} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="button-row">
        <Button onClick={() => setChosen('merge')}>Zusammenführen</Button>
        <Button onClick={() => setChosen('mark_not_duplicate')}>Keine Dublette</Button>
      </div>
      {chosen === 'merge' && <MergeDialog ids={ids} members={members} onClose={close} />}
      {chosen === 'mark_not_duplicate' && (
        <OperationDialog name={chosen} ids={ids} isOneCase onClose={close} />
      )}
    </>
  )
}

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

/** One field of all suspects; marked where they are not all the same. */
function Line({ label, values }: { label: string; values: [id: number, value: string][] }) {
  const isSame = values.every(([, value]) => value.toLowerCase() === values[0]?.[1].toLowerCase())
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map(([id, value]) => (
        <td key={id}>{isSame || label === 'Eingang' ? value : <mark>{value || 'leer'}</mark>}</td>
      ))}
    </tr>
  )
}
