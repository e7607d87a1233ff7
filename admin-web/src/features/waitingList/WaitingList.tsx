import { Link } from 'react-router-dom'
import { ENTRY_STATES } from '@/lib/states'
import { ShapeMark } from '@/ui/fields/StateMark'
import { KwhField, MomentField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter, PeriodFilter, TextFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { Passes } from './Passes'
import { useWaitingParks, WaitingParks } from './WaitingParks'
import type { EntryRow, WaitingPark } from './waiting'
import '@/ui/page/sheets.css'
import './waitingList.css'

const Column = ListColumn<EntryRow>
const COLUMNS = (
  <>
    <Column
      source="position"
      label="Stelle"
      isNumeric
      render={({ position }) => (position === null ? '' : <b>{position}</b>)}
    />
    <Column
      source="name"
      label="Haushalt"
      isFixed
      render={({ id, name, email }) => (
        <>
          <Link to={`/waiting-list/${id}/show`}>{name}</Link>
          <small>{email}</small>
        </>
      )}
    />
    <Column
      source="annual_kwh"
      label="Wunsch"
      isNumeric
      render={({ annual_kwh }) => <KwhField kwh={annual_kwh} />}
    />
    <Column
      source="state"
      label="Stand"
      render={({ state, is_skipped, is_confirmed }) => (
        <>
          <ShapeMark {...ENTRY_STATES[state]} />
          {state === 'waiting' && is_skipped && <small>wird einmal ausgelassen</small>}
          {!is_confirmed && <small className="late">Adresse nicht bestätigt</small>}
        </>
      )}
    />
    <Column
      source="offer"
      label="Angebot"
      render={({ offered_spot, offer_ends_at }) =>
        offered_spot !== null && (
          <>
            Platz {offered_spot}
            <small>
              bis <MomentField at={offer_ends_at} isShort />
            </small>
          </>
        )
      }
    />
    <Column
      source="passed"
      label="Übergangen"
      render={({ passed }) => <Passes passed={passed} />}
    />
    <Column
      source="joined_at"
      label="Eingetragen"
      render={({ joined_at }) => <MomentField at={joined_at} isShort />}
    />
  </>
)

/** Without a choice the list shows who still waits. */
const filtersFor = (parks: readonly WaitingPark[]): Filter[] => [
  <TextFilter key="q" source="q" label="Name oder E-Mail" alwaysOn />,
  <ChoiceFilter key="part" source="part" label="Einträge" choices={PARTS} />,
  <PeriodFilter
    key="joined"
    source="joined"
    label="Eingetragen"
    parameters={['joined_from', 'joined_to']}
  />,
  ...(parks.length > 1
    ? [
        <ChoiceFilter
          key="park"
          source="park"
          label="Park"
          choices={parks.map(({ park, name }) => ({ value: park, label: name }))}
        />,
      ]
    : []),
]
const PARTS = choicesOf([
  ['ended', 'beendet'],
  ['all', 'alle'],
])

/** Who waits for a place, in the order of the turn. */
export function WaitingList() {
  const parks = useWaitingParks()
  return (
    <ListPage
      resource="waiting-list"
      title="Warteliste"
      sort={{ field: 'position', order: 'ASC' }}
      isLive
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
    >
      {COLUMNS}
    </ListPage>
  )
}
