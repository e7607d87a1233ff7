import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSession } from '@/session/session'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { OpenAlerts } from './OpenAlerts'
import { PastAlerts } from './PastAlerts'
import { Rules } from './Rules'
import '@/ui/page/sheets.css'
import './alerts.css'

/** What wants attention now, what did, and by which rules. */
export function AlertsPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/alerts', { refetchEvery: NEWS_EVERY })
  const isAdmin = useSession()?.account.role === 'admin'
  return (
    <Page title="Hinweise">
      {data?.is_late && <Late checkedAt={data.checked_at} isAdmin={isAdmin} />}
      {error && !data ? (
        <LoadProblem error={error} onRetry={refetch} />
      ) : (
        <OpenAlerts list={data} />
      )}
      <Rules />
      <PastAlerts />
    </Page>
  )
}

/** Nobody has looked at the figures for a while, so silence means nothing. */
function Late({ checkedAt, isAdmin }: { checkedAt: string | null; isAdmin: boolean }) {
  return (
    <p className="caution" role="alert">
      Diese Liste kann veraltet sein. Zuletzt geprüft: <MomentField at={checkedAt} isShort />.{' '}
      {isAdmin ? (
        <Link to="/jobs">Nachsehen, ob die Abläufe laufen</Link>
      ) : (
        'Bitte sagen Sie der Administration Bescheid.'
      )}
    </p>
  )
}
