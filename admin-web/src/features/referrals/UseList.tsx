import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { VerdictWords } from '@/ui/fields/VerdictMark'
import { MomentField } from '@/ui/fields/values'
import { VERDICT_CHOICES } from '@/ui/fields/verdicts'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { ReferralPages } from './ReferralPages'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

const Column = ListColumn<RecordOf<'referrals/uses'>>
const COLUMNS = (
  <>
    <Column source="raw_code" label="Code" isFixed render={({ raw_code }) => <b>{raw_code}</b>} />
    <Column source="verdict" label="Urteil" render={(use) => <VerdictWords {...use} />} />
    <Column
      source="reservation"
      label="Reservierung"
      render={({ reservation_id, pseudonym }) =>
        reservation_id === null ? (
          pseudonym
        ) : (
          <Link to={`/reservations/${reservation_id}/show`}>{pseudonym}</Link>
        )
      }
    />
    <Column source="at" label="Wann" render={({ at }) => <MomentField at={at} isShort />} />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter
    key="verdict"
    source="verdict"
    label="Urteil"
    choices={choicesOf(VERDICT_CHOICES)}
  />,
]

/** What became of every code a reservation came with; all are kept, only valid ones count. */
export function UseList() {
  return (
    <ListPage
      resource="referrals/uses"
      title="Empfehlungen"
      sort={{ field: '', order: 'DESC' }}
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
    >
      {COLUMNS}
    </ListPage>
  )
}
