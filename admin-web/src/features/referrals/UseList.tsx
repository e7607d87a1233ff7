import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { VerdictWords } from '@/ui/fields/VerdictMark'
import { MomentField } from '@/ui/fields/values'
import { VERDICT_CHOICES } from '@/ui/fields/verdicts'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { choicesOf, type Filter } from '@/ui/list/filters/filter'
import { ReferralPages } from './ReferralPages'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

const COLUMNS: Column<RecordOf<'referrals/uses'>>[] = [
  { name: 'raw_code', label: 'Code', isFixed: true, render: ({ raw_code }) => <b>{raw_code}</b> },
  {
    name: 'verdict',
    label: 'Urteil',
    render: (use) => <VerdictWords {...use} />,
  },
  {
    name: 'reservation',
    label: 'Reservierung',
    render: ({ reservation_id, pseudonym }) =>
      reservation_id === null ? (
        pseudonym
      ) : (
        <Link to={`/reservations/${reservation_id}/show`}>{pseudonym}</Link>
      ),
  },
  { name: 'at', label: 'Wann', render: ({ at }) => <MomentField at={at} isShort /> },
]

const FILTERS: readonly Filter[] = [
  { name: 'verdict', label: 'Urteil', kind: 'one', choices: choicesOf(VERDICT_CHOICES) },
]

/** What became of every code a reservation came with; all are kept, only valid ones count. */
export function UseList() {
  return (
    <ConsoleList
      resource="referrals/uses"
      title="Empfehlungen"
      sort={{ field: '', order: 'DESC' }}
      columns={COLUMNS}
      rowLabel={({ raw_code }) => raw_code}
      rowPath={({ reservation_id: id }) => (id === null ? undefined : `/reservations/${id}/show`)}
      narrow={({ raw_code, pseudonym, at, ...use }) => ({
        title: raw_code,
        meta: pseudonym,
        aside: <MomentField at={at} isShort />,
        asideMeta: <VerdictWords {...use} />,
      })}
      empty="Noch kam keine Reservierung mit einem Empfehlungscode."
      lead={<ReferralPages />}
      filters={FILTERS}
    />
  )
}
