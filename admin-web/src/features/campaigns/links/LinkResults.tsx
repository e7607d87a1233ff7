import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatNumber } from '@/lib/format'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { behindPath, breakdownPath, type Filters, linkFilters } from '../behind'
import type { CampaignDocument, ShortLink } from '../campaign'
import type { Period } from '../usePeriod'

type LinkRow = Schemas['LinkResultOut'] & { link: ShortLink }

interface LinkResultsProps {
  campaign: CampaignDocument
  period: Period
}

/** What followed the calls of each short link in the period: visits, reservations, contracts. */
export function LinkResults({ campaign, period }: LinkResultsProps) {
  const { from, to } = period
  const { data, error, isFetching, refetch } = useStaffQuery(
    '/api/staff/campaigns/{campaign_id}/links/results',
    { params: { path: { campaign_id: campaign.id }, query: { from, to } } },
  )
  if (error && !data) return <LoadProblem error={error} onRetry={refetch} />
  if (!data) return <p className="muted flush">Wird geladen</p>
  const links = new Map(campaign.links.map((link) => [link.id, link]))
  const rows = data.data.flatMap((result) => {
    const link = links.get(result.link_id)
    return link ? [{ ...result, link }] : []
  })
  return (
    <div className="link-results">
      <h3>
        Was daraus wurde, {formatDay(from)} bis {formatDay(to)}
      </h3>
      <PlainTable<LinkRow>
        label="Tabelle: Was aus Kurzlinks wurde"
        rows={rows}
        rowKey={({ link_id }) => link_id}
        isBusy={isFetching}
        columns={columnsOf(campaign, period)}
      />
      <p className="tiny muted flush">
        Besuche und Reservierungen gehören zu einem Kurzlink, wenn Kampagne, Inhalt, Begriff und
        Zielseite dieselben sind; auch der ganze Link mit diesen Werten zählt dazu. Ohne eigenen
        Inhalt oder Begriff zählt alles, was keinem anderen Kurzlink gehört. Ein eigener Inhalt je
        Kurzlink hält sie auseinander.
      </p>
    </div>
  )
}

function columnsOf(campaign: CampaignDocument, period: Period): PlainColumn<LinkRow>[] {
  const counts: [string, (row: LinkRow) => number, (filters: Filters) => string][] = [
    ['Besuche', (row) => row.sessions, (filters) => breakdownPath(period, filters)],
    ['Reservierungen', (row) => row.reservations, (filters) => behindPath(period, filters)],
    [
      'Verträge',
      (row) => row.contracted,
      (filters) => `${behindPath(period, filters)}&outcome=contracted`,
    ],
  ]
  return [
    { label: 'Kurzlink', isText: true, render: (row) => <Name row={row} /> },
    { label: 'Aufrufe', isNumeric: true, render: ({ people }) => formatNumber(people) },
    { label: 'Bots', isNumeric: true, render: ({ bots }) => formatNumber(bots) },
    ...counts.map(
      ([label, countOf, pathOf]): PlainColumn<LinkRow> => ({
        label,
        isNumeric: true,
        render: (row) => {
          const filters = linkFilters(campaign, row.link)
          return <Count count={countOf(row)} to={filters && pathOf(filters)} />
        },
      }),
    ),
  ]
}

function Name({ row: { link, shared_with } }: { row: LinkRow }) {
  return (
    <>
      /l/{link.slug}
      {shared_with > 0 && (
        <small>
          {shared_with === 1
            ? 'dieselben Werte wie ein anderer Kurzlink'
            : `dieselben Werte wie ${formatNumber(shared_with)} andere Kurzlinks`}
        </small>
      )}
    </>
  )
}

const Count = ({ count, to }: { count: number; to: string | null }) =>
  count > 0 && to ? <Link to={to}>{formatNumber(count)}</Link> : formatNumber(count)
