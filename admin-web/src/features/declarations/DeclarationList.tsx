import { Link } from 'react-router-dom'
import { ShapeMark } from '@/ui/fields/StateMark'
import { DayField, MomentField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { type DeclarationRow, KINDS, STATES } from './declaration'
import './declarations.css'

const Column = ListColumn<DeclarationRow>
const COLUMNS = (
  <>
    <Column
      source="name"
      label="Von"
      isFixed
      render={({ id, name, reference }) => (
        <>
          <Link to={`/declarations/${id}/show`}>{name}</Link>
          <small className="unbroken">{reference}</small>
        </>
      )}
    />
    <Column source="kind" label="Art" render={({ kind }) => KINDS[kind]} />
    <Column source="state" label="Stand" render={({ state }) => <ShapeMark {...STATES[state]} />} />
    <Column
      source="received_at"
      label="Eingegangen"
      sortByOrder="DESC"
      render={({ received_at }) => <MomentField at={received_at} isShort />}
    />
    <Column
      source="refund_due_on"
      label="Erstattung bis"
      render={({ refund_due_on, is_overdue }) => (
        <span className={is_overdue ? 'overdue' : undefined}>
          <DayField on={refund_due_on} isShort />
          {is_overdue && <small>überfällig</small>}
        </span>
      )}
    />
    <Column
      source="reservation_reference"
      label="Reservierung"
      render={({ reservation_reference }) => reservation_reference ?? ''}
    />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter
    key="state"
    source="state"
    label="Stand"
    choices={[
      { value: 'open', label: 'Offen' },
      ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
    ]}
  />,
  <ChoiceFilter key="kind" source="kind" label="Art" choices={choicesOf(Object.entries(KINDS))} />,
]

/** Every withdrawal and notice, in the order of arrival: what came first is due first. */
export function DeclarationList() {
  return (
    <ListPage
      resource="declarations"
      title="Erklärungen"
      sort={{ field: 'received_at', order: 'ASC' }}
      rowLabel={({ name, kind }) => `${KINDS[kind]} von ${name}`}
      rowPath={({ id }) => `/declarations/${id}/show`}
      empty="Noch hat niemand widerrufen oder gekündigt."
      filters={FILTERS}
      narrow={(row) => ({
        title: row.name,
        meta: KINDS[row.kind],
        aside: <MomentField at={row.received_at} isShort />,
        asideMeta: <ShapeMark {...STATES[row.state]} />,
      })}
    >
      {COLUMNS}
    </ListPage>
  )
}
