import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { dayShort } from '@/lib/days'
import { formatMoney, formatNumber } from '@/lib/format'
import { Chart } from '@/ui/chart/Chart'
import { type Look, plainChart } from '@/ui/chart/chart'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { AsOf } from '@/ui/fields/AsOf'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { behindPath, campaignFilters } from '../behind'
import type { CampaignDocument } from '../campaign'
import {
  type Bucket,
  bucketName,
  buckets,
  type CampaignDays,
  costEach,
  developmentWords,
  isWeekly,
  summed,
} from '../development'
import { PeriodChoice } from '../PeriodChoice'
import type { Period } from '../usePeriod'

interface DevelopmentProps {
  campaign: CampaignDocument
  period: Period
  onPeriod: (period: Period) => void
}

/** Visitors, reservations and costs by day: figures, a sentence, the drawing and its table. */
export function Development({ campaign, period, onPeriod }: DevelopmentProps) {
  const { from, to } = period
  const { data, error, isFetching, refetch } = useStaffQuery(
    '/api/staff/campaigns/{campaign_id}/days',
    { params: { path: { campaign_id: campaign.id }, query: { from, to } } },
  )
  return (
    <Section
      title="Entwicklung"
      action={<PeriodChoice campaign={campaign} period={period} onPeriod={onPeriod} />}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!error && !data && <div className="chart-place" aria-busy="true" />}
      {data && (
        <div className="development" aria-busy={isFetching}>
          <Figures data={data} campaign={campaign} period={period} />
          <p className="flush">{developmentWords(data.days, from, to)}</p>
          <Drawing data={data} columns={buckets(data.days, from, to)} campaign={campaign} />
          <div>
            <p className="tiny muted flush">
              Besucher zählen an jedem Tag neu. Eine Reservierung zählt zu ihrer letzten bekannten
              Herkunft.
            </p>
            <AsOf stand={data.stand} />
          </div>
        </div>
      )}
    </Section>
  )
}

interface FiguresProps {
  data: CampaignDays
  campaign: CampaignDocument
  period: Period
}

function Figures({ data, campaign, period }: FiguresProps) {
  const sum = summed(data.days)
  const each = costEach(sum)
  const { over_cents } = campaign
  const figures: [string, ReactNode, string?][] = [
    ['Besucher', formatNumber(sum.visitors), `${formatNumber(sum.sessions)} Sitzungen`],
    [
      'Reservierungen',
      <Reservations key="link" count={sum.reservations} campaign={campaign} period={period} />,
    ],
    ['Kosten', formatMoney(sum.cents)],
    ['Kosten je Reservierung', each === null ? '–' : formatMoney(each)],
  ]
  if (over_cents !== null) {
    const label = over_cents > 0 ? 'Über Budget' : 'Budget übrig'
    figures.push([label, formatMoney(Math.abs(over_cents)), budgetWords(campaign)])
  }
  return (
    <dl className="figures large">
      {figures.map(([label, value, more]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="number">{value}</span>
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ReservationsProps {
  count: number
  campaign: CampaignDocument
  period: Period
}

/** A number of the campaign's reservations, and the way to them. */
const Reservations = ({ count, campaign, period }: ReservationsProps) =>
  count > 0 ? (
    <Link to={behindPath(period, campaignFilters(campaign))}>{formatNumber(count)}</Link>
  ) : (
    '0'
  )

/** Only the campaign's own days count against its budget; money spent on others is named. */
export function budgetWords({ budget_cents, cost_cents, spent_cents }: CampaignDocument): string {
  const outside = cost_cents - spent_cents
  const whole = `von ${formatMoney(budget_cents ?? 0)} für die Laufzeit`
  return outside > 0 ? `${whole}; dazu ${formatMoney(outside)} an anderen Tagen` : whole
}

interface DrawingProps {
  data: CampaignDays
  columns: Bucket[]
  campaign: CampaignDocument
}

function Drawing({ data, columns, campaign }: DrawingProps) {
  return (
    <>
      <DayCharts columns={columns} notes={data.notes} />
      {isWeekly(columns) && <p className="tiny muted flush">Eine Spalte steht für sieben Tage.</p>}
      <details className="disclosure">
        <summary>
          Als Tabelle<span className="visually-hidden">: Entwicklung</span>
        </summary>
        <PlainTable<Bucket>
          label="Tabelle: Entwicklung"
          rows={columns}
          rowKey={({ day }) => day}
          columns={[
            { label: isWeekly(columns) ? 'Sieben Tage' : 'Tag', render: bucketName },
            { label: 'Besucher', isNumeric: true, render: (one) => formatNumber(one.visitors) },
            { label: 'Sitzungen', isNumeric: true, render: (one) => formatNumber(one.sessions) },
            {
              label: 'Reservierungen',
              isNumeric: true,
              render: ({ day, last, reservations }) => (
                <Reservations
                  count={reservations}
                  campaign={campaign}
                  period={{ from: day, to: last }}
                />
              ),
            },
            { label: 'Kosten', isNumeric: true, render: (one) => formatMoney(one.cents) },
          ]}
        />
      </details>
    </>
  )
}

type Measure = 'visitors' | 'reservations' | 'cents'
const PANELS: readonly { measure: Measure; label: string; look: Look }[] = [
  { measure: 'visitors', label: 'Besucher', look: 'solid' },
  { measure: 'reservations', label: 'Reservierungen', look: 'second' },
  { measure: 'cents', label: 'Kosten', look: 'third' },
]

interface DayChartsProps {
  columns: readonly Bucket[]
  notes: readonly ChartNote[]
}

/** Three charts over the same days, one below the other; remarks are numbered lines through each. */
function DayCharts({ columns, notes }: DayChartsProps) {
  const marks = notesByColumn(columns, notes).map(([day, label]) => ({
    index: columns.findIndex((column) => column.day === day),
    label,
  }))
  return PANELS.map(({ measure, label, look }) => (
    <Chart
      key={measure}
      label={`${label} nach Tagen`}
      words={measure === 'cents' ? formatMoney : formatNumber}
      marks={marks}
      chart={plainChart({
        kind: 'columns',
        title: label,
        measure: measure === 'cents' ? 'cents' : 'count',
        lines: [{ label, look }],
        items: columns.map((column) => ({
          name: bucketName(column),
          axis: dayShort(column.day),
          values: [column[measure]],
        })),
      })}
    />
  ))
}
