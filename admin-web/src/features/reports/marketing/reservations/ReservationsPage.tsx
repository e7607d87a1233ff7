import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { MatchField } from '@/features/reports/frame/filters/MatchField'
import { LOOK_BACK_DAYS } from '@/features/reports/frame/parameters/drill'
import {
  ownText,
  type ParameterSpec,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import type { ParameterState } from '@/features/reports/frame/parameters/useParameters'
import { offeredOutcomes } from '@/features/reports/frame/parameters/words'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { Icon } from '@/ui/page/Icon'
import { StateField } from './StateField'
import { type ReservationRow, stateCounts } from './stateField'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = {
  period: true,
  filters: true,
  own: { outcome: 'any', state: [], match: 'last', look_back_days: LOOK_BACK_DAYS },
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
      controlled={['outcome']}
    >
      {({ tables: { rows } }, state) => <Rows table={rows} state={state} />}
    </ReportPage>
  )
}

function Controls({ parameters, problems, changeOwn }: ControlsProps) {
  const states = statesOf(parameters)
  return (
    <>
      <ChoiceField
        label="Was daraus wurde"
        choices={offeredOutcomes(ownText(parameters, 'outcome'))}
        value={ownText(parameters, 'outcome')}
        problem={problems.outcome}
        onValue={(outcome) => changeOwn({ outcome })}
      />
      <MatchField {...{ parameters, changeOwn }} />
      {states.length > 0 && (
        <span className="filter-button" data-set>
          <span>
            Stand: <b>{states.map((state) => formatCell('state', state)).join(', ')}</b>
          </span>
          <button
            type="button"
            aria-label="Filter Stand entfernen"
            onClick={() => changeOwn({ state: [] })}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      )}
    </>
  )
}

function statesOf({ own: { state } }: Parameters): readonly string[] {
  return typeof state === 'string' ? [state] : (state ?? [])
}

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
        <StateField
          counts={stateCounts(table.rows)}
          chosen={statesOf(parameters)}
          onState={(next) => changeOwn({ state: next ? [next] : [] })}
        />
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
