import { Link } from 'react-router-dom'
import { ShapeMark } from '@/ui/fields/StateMark'
import { DayField, MomentField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { choicesOf, type Filter } from '@/ui/list/filters/filter'
import { type DeclarationRow, KINDS, STATES } from './declaration'
import './declarations.css'

const COLUMNS: Column<DeclarationRow>[] = [
  {
    name: 'name',
    label: 'Von',
    isFixed: true,
    render: ({ id, name, reference }) => (
      <>
        <Link to={`/declarations/${id}/show`}>{name}</Link>
        <small className="unbroken">{reference}</small>
      </>
    ),
  },
  { name: 'kind', label: 'Art', render: ({ kind }) => KINDS[kind] },
  { name: 'state', label: 'Stand', render: ({ state }) => <ShapeMark {...STATES[state]} /> },
  {
    name: 'received_at',
    label: 'Eingegangen',
    isSortable: true,
    firstOrder: 'DESC',
    render: ({ received_at }) => <MomentField at={received_at} isShort />,
  },
  {
    name: 'refund_due_on',
    label: 'Erstattung bis',
    render: ({ refund_due_on, is_overdue }) => (
      <span className={is_overdue ? 'overdue' : undefined}>
        <DayField on={refund_due_on} isShort />
        {is_overdue && <small>überfällig</small>}
      </span>
    ),
  },
  {
    name: 'reservation_reference',
    label: 'Reservierung',
    render: ({ reservation_reference }) => reservation_reference ?? '',
  },
]

const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: 'Stand',
    kind: 'one',
    choices: [
      { value: 'open', label: 'Offen' },
      ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
    ],
  },
  { name: 'kind', label: 'Art', kind: 'one', choices: choicesOf(Object.entries(KINDS)) },
]

/** Every withdrawal and notice, in the order of arrival: what came first is due first. */
export function DeclarationList() {
  return (
    <ConsoleList
      resource="declarations"
      title="Erklärungen"
      sort={{ field: 'received_at', order: 'ASC' }}
      columns={COLUMNS}
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
    />
  )
}
