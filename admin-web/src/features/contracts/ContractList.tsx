import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { CONTRACT_STATES, contractLook } from '@/lib/states'
import { ShapeMark } from '@/ui/fields/StateMark'
import { DayField, KwhField, MomentField, MoneyField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, type Filter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'

const Column = ListColumn<RecordOf<'contracts'>>
const COLUMNS = (
  <>
    <Column
      source="number"
      label="Vertrag"
      isFixed
      render={({ number, name, reservation_id }) => (
        <>
          <Link to={`/reservations/${reservation_id}/show`}>{name}</Link>
          <small className="unbroken">{number}</small>
        </>
      )}
    />
    <Column source="state" label="Stand" render={(row) => <ShapeMark {...contractLook(row)} />} />
    <Column
      source="signed_at"
      label="Bestellt"
      sortByOrder="DESC"
      render={({ signed_at }) => <MomentField at={signed_at} isShort />}
    />
    <Column
      source="withdraw_until"
      label="Widerruf bis"
      render={({ withdraw_until }) => <DayField on={withdraw_until} isShort />}
    />
    <Column source="spot_number" label="Platz" isNumeric />
    <Column
      source="annual_kwh"
      label="Anteil"
      isNumeric
      render={({ annual_kwh }) => <KwhField kwh={annual_kwh} />}
    />
    <Column
      source="total_cents"
      label="Preis"
      isNumeric
      render={({ months, total_cents }) => (
        <>
          <MoneyField cents={total_cents} />
          {months > 0 && <small>in {months} Raten</small>}
        </>
      )}
    />
    <Column
      source="first_earning_day"
      label="Gutschriften ab"
      render={({ first_earning_day }) => <DayField on={first_earning_day} isShort />}
    />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter
    key="state"
    source="state"
    label="Stand"
    choices={Object.entries(CONTRACT_STATES).map(([value, { label }]) => ({ value, label }))}
  />,
]

/** Every order of a household, the newest first. */
export function ContractList() {
  return (
    <ListPage
      resource="contracts"
      title="Verträge"
      sort={{ field: 'signed_at', order: 'DESC' }}
      isLive
      rowLabel={({ number, name }) => `Vertrag ${number}, ${name}`}
      rowPath={({ reservation_id }) => `/reservations/${reservation_id}/show`}
      empty="Noch hat kein Haushalt bestellt."
      filters={FILTERS}
      narrow={(row) => ({
        title: row.name,
        meta: row.number,
        aside: <MomentField at={row.signed_at} isShort />,
        asideMeta: <ShapeMark {...contractLook(row)} />,
      })}
    >
      {COLUMNS}
    </ListPage>
  )
}
