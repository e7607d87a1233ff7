import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { OfferFields } from '@/features/reports/frame/filters/OfferFields'
import { LOOK_BACK_DAYS, type Way } from '@/features/reports/frame/parameters/drill'
import {
  ownText,
  type ParameterSpec,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import type { ParameterState } from '@/features/reports/frame/parameters/useParameters'
import { MATCHES, offeredOutcomes } from '@/features/reports/frame/parameters/words'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { Icon } from '@/ui/page/Icon'
import { type ReservationRow, StateChoice, stateCounts } from './StateChoice'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: {
    outcome: 'any',
    state: [],
    path: [],
    touches: [],
    days_before: [],
    match: 'last',
    package: 'all',
    plan: 'all',
    look_back_days: LOOK_BACK_DAYS,
  },
}

/** What narrows the page by the way people came, as it is called. */
const WAYS: Readonly<Record<keyof Way, string>> = {
  path: 'Weg',
  touches: 'Kontakte davor',
  days_before: 'Tage seit dem ersten Kontakt',
}

/** The reservations behind a number of a report: who they are stands on their own pages. */
export function ReservationsPage() {
  return (
    <ReportPage
      name="reservations"
      title="Reservierungen dahinter"
      takes={TAKES}
      height={700}
      controls={(props) => <Controls {...props} />}
      controlled={['outcome', 'package', 'plan']}
    >
      {({ tables: { rows } }, state) => <Rows table={rows} state={state} />}
    </ReportPage>
  )
}

function Controls(props: ControlsProps) {
  const { parameters, problems, changeOwn } = props
  const states = valuesOf(parameters, 'state')
  return (
    <>
      <ChoiceField
        label="Was daraus wurde"
        choices={offeredOutcomes(ownText(parameters, 'outcome'))}
        value={ownText(parameters, 'outcome')}
        problem={problems.outcome}
        onValue={(outcome) => changeOwn({ outcome })}
      />
      <OfferFields {...props} />
      <MatchField {...{ parameters, changeOwn }} />
      <Narrowing
        label="Stand"
        words={states.map((state) => formatCell('state', state))}
        onRemove={() => changeOwn({ state: [] })}
      />
      {Object.entries(WAYS).map(([name, label]) => (
        <Narrowing
          key={name}
          label={label}
          words={valuesOf(parameters, name)}
          onRemove={() => changeOwn({ [name]: [] })}
        />
      ))}
    </>
  )
}

interface NarrowingProps {
  label: string
  words: readonly string[]
  onRemove: () => void
}

/** What the page is narrowed to besides its filters, where it is. */
function Narrowing({ label, words, onRemove }: NarrowingProps) {
  if (words.length === 0) return null
  return (
    <span className="filter-button" data-set>
      <span>
        {label}: <b>{words.join(', ')}</b>
      </span>
      <button type="button" aria-label={`Filter ${label} entfernen`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

const valuesOf = ({ own }: Parameters, name: string): readonly string[] => [own[name] ?? []].flat()

interface RowsProps {
  table: TableDocument<ReservationRow>
  state: ParameterState
}

function Rows({ table, state: { parameters, changeOwn } }: RowsProps) {
  return (
    <ChartFrame
      name="rows"
      table={table}
      without={silentColumns(table)}
      linkOf={(column, { reservation_id }) =>
        column === 'reservation_id' ? `/reservations/${reservation_id}/show` : null
      }
      isTableOpen
    >
      {table.rows.length > 0 ? (
        <>
          <ReportCharts table={table} />
          <StateChoice
            counts={stateCounts(table.rows)}
            chosen={valuesOf(parameters, 'state')}
            onState={(next) => changeOwn({ state: next ? [next] : [] })}
          />
        </>
      ) : (
        <EmptyPicture words="Zu dieser Auswahl gibt es keine Reservierungen." />
      )}
    </ChartFrame>
  )
}

/** What is the same for all says nothing here: fields no touch has, the only park. */
function silentColumns({ columns, rows }: TableDocument<ReservationRow>): string[] {
  const valuesOf = (name: string) => new Set(rows.map((row) => row[name as keyof ReservationRow]))
  return columns
    .map(({ name }) => name)
    .filter((name) => {
      const values = valuesOf(name)
      return values.size === 1 && (name === 'park' || values.has(''))
    })
}

/** Whether filters look at where a reservation came from last, or at its whole way; without filters it is nothing. */
function MatchField({ parameters, changeOwn }: Pick<ControlsProps, 'parameters' | 'changeOwn'>) {
  const match = ownText(parameters, 'match')
  if (Object.keys(parameters.filters).length === 0 && match === 'last') return null
  return (
    <ChoiceField
      label="Filter gilt für"
      choices={Object.entries(MATCHES)}
      value={match}
      onValue={(next) => changeOwn({ match: next })}
    />
  )
}
