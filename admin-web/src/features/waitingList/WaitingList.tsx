import { Link } from 'react-router-dom'
import { ENTRY_STATES } from '@/lib/states'
import { ShapeMark } from '@/ui/fields/StateMark'
import { KwhField, MomentField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import type { Filter } from '@/ui/list/filters/filter'
import { Passes } from './Passes'
import { useWaitingParks, WaitingParks } from './WaitingParks'
import type { EntryRow, WaitingPark } from './waiting'
import '@/ui/page/sheets.css'
import './waitingList.css'

const COLUMNS: Column<EntryRow>[] = [
  {
    name: 'position',
    label: 'Stelle',
    isNumeric: true,
    render: ({ position }) => (position === null ? '' : <b>{position}</b>),
  },
  {
    name: 'name',
    label: 'Haushalt',
    isFixed: true,
    render: ({ id, name, email }) => (
      <>
        <Link to={`/waiting-list/${id}/show`}>{name}</Link>
        <small>{email}</small>
      </>
    ),
  },
  {
    name: 'annual_kwh',
    label: 'Wunsch',
    isNumeric: true,
    render: ({ annual_kwh }) => <KwhField kwh={annual_kwh} />,
  },
  {
    name: 'state',
    label: 'Stand',
    render: ({ state, is_skipped, is_confirmed }) => (
      <>
        <ShapeMark {...ENTRY_STATES[state]} />
        {state === 'waiting' && is_skipped && <small>wird einmal ausgelassen</small>}
        {!is_confirmed && <small className="late">Adresse nicht bestätigt</small>}
      </>
    ),
  },
  {
    name: 'offer',
    label: 'Angebot',
    render: ({ offered_spot, offer_ends_at }) =>
      offered_spot !== null && (
        <>
          Platz {offered_spot}
          <small>
            bis <MomentField at={offer_ends_at} isShort />
          </small>
        </>
      ),
  },
  { name: 'passed', label: 'Übergangen', render: ({ passed }) => <Passes passed={passed} /> },
  {
    name: 'joined_at',
    label: 'Eingetragen',
    render: ({ joined_at }) => <MomentField at={joined_at} isShort />,
  },
]

/** Without a choice the list shows who still waits. */
const filtersFor = (parks: readonly WaitingPark[]): Filter[] => [
  { name: 'q', label: 'Name oder E-Mail', kind: 'text' },
  {
    name: 'part',
    label: 'Einträge',
    kind: 'one',
    choices: [
      { value: 'ended', label: 'beendet' },
      { value: 'all', label: 'alle' },
    ],
  },
  { name: 'joined', label: 'Eingetragen', kind: 'period' },
  ...(parks.length > 1
    ? [
        {
          name: 'park',
          label: 'Park',
          kind: 'one' as const,
          choices: parks.map(({ park, name }) => ({ value: park, label: name })),
        },
      ]
    : []),
]

/** Who waits for a place, in the order of the turn. */
export function WaitingList() {
  const parks = useWaitingParks()
  return (
    <ConsoleList
      resource="waiting-list"
      title="Warteliste"
      sort={{ field: 'position', order: 'ASC' }}
      isLive
      columns={COLUMNS}
      rowLabel={({ name, position }) => (position === null ? name : `Stelle ${position}, ${name}`)}
      rowPath={({ id }) => `/waiting-list/${id}/show`}
      empty="Hier steht niemand. Die Liste öffnet sich, sobald ein Park voll ist."
      above={parks.length > 0 && <WaitingParks parks={parks} />}
      filters={filtersFor(parks)}
      narrow={(entry) => ({
        title: entry.name,
        meta: <KwhField kwh={entry.annual_kwh} />,
        aside: entry.position !== null && `Stelle ${entry.position}`,
        asideMeta: <ShapeMark {...ENTRY_STATES[entry.state]} />,
      })}
    />
  )
}
