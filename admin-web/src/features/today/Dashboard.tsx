import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { useSession } from '@/session/session'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { AlertBand } from './AlertBand'
import { LatestReservations } from './figures/LatestReservations'
import { MoneyBlock } from './figures/MoneyBlock'
import { ParkPicture } from './ParkPicture'
import type { Parts } from './queue/pane/QueuePane'
import { QueuePage } from './queue/QueuePage'
import { TodayCharts } from './TodayCharts'
import { type Entry, parkPath, type Today, workList } from './today'
import { usePilot } from './usePilot'
import '@/ui/page/sheets.css'
import './today.css'

/** The start page: the queue for clerks and administrators, figures alone for marketing. */
export function Dashboard({ parts }: { parts: Parts }) {
  const role = useSession()?.account.role
  return role === 'admin' || role === 'staff' ? <QueuePage parts={parts} /> : <FiguresPage />
}

/** The start page without households: the park, what has come in, and how it went. */
function FiguresPage() {
  const today = useStaffQuery('/api/staff/today', { refetchEvery: NEWS_EVERY })
  const { pilot, error, refetch } = usePilot()
  return (
    <Page title="Heute">
      <AlertBand />
      {error ? <LoadProblem error={error} onRetry={refetch} /> : <ParkPicture park={pilot} />}
      <div className="work">
        {today.error && !today.data ? (
          <LoadProblem error={today.error} onRetry={today.refetch} />
        ) : (
          <WorkList today={today.data} />
        )}
        <LatestReservations />
      </div>
      <MoneyBlock />
      <TodayCharts charts={today.data?.charts} />
    </Page>
  )
}

/** What is worth a look where nobody works with households; `undefined` while it is on its way. */
function WorkList({ today }: { today: Today | undefined }) {
  const entries = today ? workList(today) : []
  return (
    <section className="sheet" aria-labelledby="work-list" aria-busy={!today}>
      <h2 id="work-list">Zu erledigen</h2>
      {!today && <div className="awaited" />}
      {today && entries.length === 0 && <p className="nothing">Alles erledigt.</p>}
      <ul className="ruled work-list">
        {entries.map((entry) => (
          <WorkEntry key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function WorkEntry({ entry }: { entry: Entry }) {
  const { tone, count, title, detail, action, path, items } = entry
  return (
    <li data-tone={tone}>
      <b className="large-figure">{formatNumber(count)}</b>
      <strong>{title}</strong>
      <Button component={Link} to={path}>
        {action}
        <span className="visually-hidden">: {title}</span>
      </Button>
      <div>
        {items.length === 0 && <p>{detail}</p>}
        {items.map((item) => (
          <p key={item.id}>
            <Link to={parkPath(item)}>{item.title}</Link>, {item.detail}
          </p>
        ))}
      </div>
    </li>
  )
}
