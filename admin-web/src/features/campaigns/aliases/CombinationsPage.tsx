import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { CHANNEL_GROUPS } from '@/lib/kinds.gen'
import { AsOf } from '@/ui/fields/AsOf'
import { PlainTable } from '@/ui/list/PlainTable'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { campaignPath } from '../campaign'
import { PeriodChoice } from '../PeriodChoice'
import { usePeriodInAddress } from '../usePeriod'
import { AliasPages } from './AliasPages'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

type Combination = Schemas['CombinationOut']

const NO_CAMPAIGN = { starts_on: null, ends_on: null }

/** Source, medium and campaign together: what counts as one, and from which spellings. */
export function CombinationsPage() {
  const [period, setPeriod] = usePeriodInAddress()
  const { data, error, isFetching, refetch } = useStaffQuery('/api/staff/aliases/combinations', {
    params: { query: { from: period.from, to: period.to } },
  })
  return (
    <Page title="Schreibweisen">
      <AliasPages />
      <PeriodChoice campaign={NO_CAMPAIGN} period={period} onPeriod={setPeriod} />
      <section className="sheet" aria-label="Quelle, Medium und Kampagne zusammen">
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <Loading />}
        {data?.data.length === 0 && (
          <p className="muted flush">In diesem Zeitraum kam kein Besuch mit Kampagnenwerten.</p>
        )}
        {data && data.data.length > 0 && <Rows rows={data.data} isBusy={isFetching} />}
        <AsOf stand={data?.stand} />
      </section>
    </Page>
  )
}

function Rows({ rows, isBusy }: { rows: readonly Combination[]; isBusy: boolean }) {
  return (
    <PlainTable<Combination>
      label="Tabelle: Quelle, Medium und Kampagne zusammen"
      rows={rows}
      isBusy={isBusy}
      rowKey={({ values }) => values.join('\n')}
      narrow={(row) => ({
        title: tripleWords(row.values),
        isText: true,
        meta: <Belongs row={row} />,
        aside: formatNumber(row.sessions),
        asideMeta: row.sessions === 1 ? 'Sitzung' : 'Sitzungen',
        more: <Spelled row={row} />,
      })}
      columns={[
        {
          label: 'Quelle / Medium / Kampagne',
          isText: true,
          render: (row) => <Values row={row} />,
        },
        { label: 'Zählt zu', isText: true, render: (row) => <Belongs row={row} /> },
        { label: 'Sitzungen', isNumeric: true, render: (row) => formatNumber(row.sessions) },
        {
          label: 'Berührte Reservierungen',
          isNumeric: true,
          render: (row) => formatNumber(row.reservations),
        },
      ]}
    />
  )
}

const NOTHING = '–'
const tripleWords = (values: readonly string[]): string =>
  values.map((value) => value || NOTHING).join(' / ')

function Values({ row }: { row: Combination }) {
  return (
    <>
      <b>{tripleWords(row.values)}</b>
      <Spelled row={row} />
    </>
  )
}

/** The spellings that count as one combination, where there are several. */
const Spelled = ({ row: { spelled } }: { row: Combination }) =>
  spelled.map((one) => (
    <small key={one.values.join('\n')}>
      {tripleWords(one.values)}: {formatNumber(one.sessions)}
    </small>
  ))

function Belongs({ row }: { row: Combination }) {
  const group = CHANNEL_GROUPS[row.channel_group as keyof typeof CHANNEL_GROUPS]
  return (
    <>
      {row.campaign_id === null ? (
        <Link to={createPath(row)}>Als Kampagne anlegen</Link>
      ) : (
        <Link to={campaignPath({ id: row.campaign_id })}>{row.campaign_name}</Link>
      )}
      <small>{group}</small>
    </>
  )
}

function createPath({
  values: [utm_source = '', utm_medium = '', utm_campaign = ''],
}: Combination) {
  return `/campaigns/create?${new URLSearchParams({ utm_source, utm_medium, utm_campaign })}`
}
