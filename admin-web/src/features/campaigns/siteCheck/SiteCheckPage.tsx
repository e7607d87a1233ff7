import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatDay, formatMoney, formatNumber, formatSize } from '@/lib/format'
import { AsOf } from '@/ui/fields/AsOf'
import { MomentField, MoneyField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { type Campaign, campaignPath, triple } from '../campaign'
import { PeriodChoice } from '../PeriodChoice'
import { usePeriodInAddress } from '../usePeriod'
import { AdClicks } from './AdClicks'
import {
  type Dataset,
  datasetName,
  oddField,
  type SpentCampaign,
  type UnregisteredTags,
} from './check'
import { SelfCheckSection } from './SelfCheckSection'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

const NO_CAMPAIGN = { starts_on: null, ends_on: null }

/** Whether the figures of campaigns can be trusted: what does not fit together, and what gets lost. */
export function AttributionCheckPage() {
  const [period, setPeriod] = usePeriodInAddress()
  const { data, error, isFetching, refetch } = useStaffQuery('/api/staff/campaigns/audit', {
    params: { query: { from: period.from, to: period.to } },
  })
  return (
    <Page title="Prüfung">
      <PeriodChoice campaign={NO_CAMPAIGN} period={period} onPeriod={setPeriod} />
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {(data || !error) && (
        <div className="checks" aria-busy={isFetching}>
          <Section title="Geld ohne Besuche">
            <MoneyWithoutVisits rows={data?.money_without_visits} />
          </Section>
          <Section title="Klicks auf Anzeigen">
            <AdClicks rows={data?.ad_clicks} />
          </Section>
          <Section title="Besuche ohne Kampagne">
            <Unregistered rows={data?.unregistered} />
          </Section>
          <AsOf stand={data?.stand} />
        </div>
      )}
      <div className="two-column-form">
        <SelfCheckSection />
        <StoreSection />
      </div>
    </Page>
  )
}

/** Values in links that no registered campaign has, with the two ways out. */
function Unregistered({ rows }: { rows: UnregisteredTags[] | undefined }) {
  const { data } = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'no' } },
  })
  const campaigns = data?.data ?? []
  if (!rows) return <p className="muted flush">Wird geladen</p>
  if (rows.length === 0)
    return <p className="muted flush">Alle Werte in Links gehören zu einer Kampagne.</p>
  return (
    <ul className="row-list" aria-label="Besuche ohne Kampagne">
      {rows.map((row) => (
        <li key={triple(row)}>
          <p>
            <b>{triple(row)}</b>
            <small className="muted">{dayRange(row)}</small>
          </p>
          <p>
            {counted(row.sessions, 'eine Sitzung', 'Sitzungen')}
            <small className="muted">
              {counted(row.reservations, 'eine berührte Reservierung', 'berührte Reservierungen')}
            </small>
          </p>
          <Ways tags={row} campaigns={campaigns} />
        </li>
      ))}
    </ul>
  )
}

function Ways({ tags, campaigns }: { tags: UnregisteredTags; campaigns: Campaign[] }) {
  const { utm_source, utm_medium, utm_campaign } = tags
  const values = new URLSearchParams({ utm_source, utm_medium, utm_campaign })
  const field = oddField(tags, campaigns)
  const spelling = new URLSearchParams({ field, raw: tags[field] })
  return (
    <p className="buttons">
      <Link to={`/campaigns/create?${values}`} aria-label={`Als Kampagne anlegen: ${triple(tags)}`}>
        Als Kampagne anlegen
      </Link>
      <Link to={`/aliases?${spelling}`} aria-label={`Schreibweise zuordnen: ${triple(tags)}`}>
        Schreibweise zuordnen
      </Link>
    </p>
  )
}

/** Campaigns that cost something in a period without a single tagged visit. */
function MoneyWithoutVisits({ rows }: { rows: SpentCampaign[] | undefined }) {
  if (!rows) return <p className="muted flush">Wird geladen</p>
  if (rows.length === 0)
    return (
      <p className="muted flush">
        Zu allen Kosten dieses Zeitraums gab es Besuche mit den Werten der Kampagne.
      </p>
    )
  const sum = rows.reduce((all, { cents }) => all + cents, 0)
  return (
    <>
      <p className="flush">
        {formatMoney(sum)} wurden ausgegeben, ohne dass ein Besuch die Werte der Kampagne trug.
        Meist fehlen sie im Link oder sind anders geschrieben.
      </p>
      <PlainTable<SpentCampaign>
        label="Tabelle: Geld ohne Besuche"
        rows={rows}
        rowKey={({ campaign_id }) => campaign_id}
        columns={[
          {
            label: 'Kampagne',
            isText: true,
            render: ({ campaign_id, name }) => (
              <Link to={campaignPath({ id: campaign_id })}>{name}</Link>
            ),
          },
          { label: 'Kosten', isNumeric: true, render: ({ cents }) => <MoneyField cents={cents} /> },
          { label: 'Zeitraum', render: dayRange },
        ]}
      />
    </>
  )
}

const dayRange = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  first_day === last_day
    ? formatDay(first_day)
    : `${formatDay(first_day)} bis ${formatDay(last_day)}`

/** The analytical store: how much is in it, how fresh it is, and what is on its way. */
function StoreSection() {
  const { data, error, refetch } = useStaffQuery('/api/staff/store', { refetchEvery: 60_000 })
  return (
    <Section title="Datenbestand der Auswertung">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && (
        <>
          <p className="flush muted">
            {data.is_running ? 'Gerade werden Zeilen übertragen. ' : ''}
            Wartende Zeilen zählen in Auswertungen schon mit.
          </p>
          <PlainTable<Dataset>
            label="Tabelle: Datenbestand"
            rows={data.datasets}
            rowKey={({ name }) => name}
            columns={[
              { label: 'Was', isText: true, render: (set) => <Name set={set} /> },
              { label: 'Zeilen', isNumeric: true, render: ({ rows }) => formatNumber(rows) },
              {
                label: 'Wartend',
                isNumeric: true,
                render: ({ waiting_rows }) => formatNumber(waiting_rows),
              },
              {
                label: 'Übertragen bis',
                render: ({ watermark_at }) => <MomentField at={watermark_at} isShort />,
              },
            ]}
          />
        </>
      )}
    </Section>
  )
}

function Name({ set }: { set: Dataset }) {
  const files = counted(set.files, 'eine Datei', 'Dateien')
  return (
    <>
      {datasetName(set.name)}
      <small>
        {files}, {formatSize(set.bytes)}
        {set.last_day && `, letzter Tag ${formatDay(set.last_day)}`}
      </small>
    </>
  )
}
