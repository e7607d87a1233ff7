import { useLocation } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { ReportOf } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { valueKind } from '@/features/reports/frame/filters/filterWords'
import { PageRow } from '@/features/reports/frame/navigation/PageRow'
import {
  addressQuery,
  ownText,
  type ParameterSpec,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import { EXPLAINED, FIELD_LABELS } from '@/features/reports/frame/parameters/words'
import { type ControlsProps, ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { useSession } from '@/session/session'
import { Bridge } from './Bridge'
import { bridgeOf, type OriginRow, originsOf, reservationsOf, silentColumns } from './changes'
import { Difference } from './Difference'
import { OriginBars } from './OriginBars'
import '@/features/reports/frame/pictures.css'
import './changes.css'

const TAKES: ParameterSpec = {
  period: true,
  comparison: true,
  standardComparison: 'previous',
  bots: true,
  filters: true,
  own: { measure: 'reservations', field: 'channel_group' },
}

/** Why a measure is more or less than in another period, by cause and by origin. */
export function ChangesPage() {
  return (
    <ReportPage
      name="changes"
      title="Was hat sich geändert"
      takes={TAKES}
      height={1800}
      navigation={({ parameters }) => <Fields parameters={parameters} />}
      controls={(props) => <Controls {...props} />}
      controlled={['measure']}
    >
      {(report) => <Pictures report={report} />}
    </ReportPage>
  )
}

/** One field after the other, as pages beside each other. */
function Fields({ parameters }: { parameters: Parameters }) {
  const { pathname } = useLocation()
  const shown = ownText(parameters, 'field')
  const pages = Object.entries(FIELD_LABELS).map(([field, label]) => ({
    key: field,
    to: {
      pathname,
      search: addressQuery({ ...parameters, own: { ...parameters.own, field } }, TAKES),
    },
    label,
    isCurrent: field === shown,
  }))
  return <PageRow label="Erklären nach" pages={pages} />
}

function Controls({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <ChoiceField
      label="Erklärt wird"
      choices={Object.entries(EXPLAINED)}
      value={ownText(parameters, 'measure')}
      problem={problems.measure}
      onValue={(measure) => changeOwn({ measure })}
    />
  )
}

function Pictures({ report }: { report: ReportOf<'changes'> }) {
  const { totals, causes, events } = report.tables
  const sums = totals.rows[0]
  return (
    <>
      <Difference table={totals} totals={sums} />
      {sums && (
        <ChartFrame name="causes" table={causes} without={['place']}>
          <Bridge
            label={causes.sentence || causes.title}
            steps={bridgeOf(sums, causes)}
            measure={String(report.parameters.measure)}
          />
        </ChartFrame>
      )}
      {sums && <Origins report={report} />}
      <Events table={events} />
    </>
  )
}

function Origins({ report }: { report: ReportOf<'changes'> }) {
  const { parameters } = useShownReport()
  const table = report.tables.origins
  const field = String(report.parameters.field)
  const bars = originsOf(table, valueKind(field))
  const linkOf = (row: OriginRow) =>
    reservationsOf(parameters, String(report.parameters.measure), field, row)
  return (
    <ChartFrame
      name="origins"
      isTableOpen
      table={{
        ...table,
        columns: table.columns.map((column) =>
          column.name === 'value'
            ? { ...column, kind: valueKind(field), label: FIELD_LABELS[field] ?? field }
            : column,
        ),
      }}
      without={silentColumns(table)}
      linkOf={(column, row) => (column === 'value' || column === 'amount' ? linkOf(row) : null)}
    >
      {bars.length > 0 && (
        <OriginBars
          label={table.sentence || table.title}
          bars={bars}
          linkOf={({ row }) => (row.amount > 0 ? linkOf(row) : null)}
        />
      )}
    </ChartFrame>
  )
}

/** Only administrators see the page of the checks. */
const FOR_ADMINS = '/state'

function Events({ table }: { table: ReportOf<'changes'>['tables']['events'] }) {
  const role = useSession()?.account.role
  return (
    <ChartFrame
      name="events"
      table={table}
      without={['place', 'path']}
      linkOf={(column, { path }) =>
        column === 'words' && path && (role === 'admin' || path !== FOR_ADMINS) ? path : null
      }
    />
  )
}
