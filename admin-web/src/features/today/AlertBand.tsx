import { Link } from 'react-router-dom'
import { unnoted } from '@/api/alerts'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import './band.css'

const SHOWN = 3

/** What wants attention and nobody has noted, above everything else; nothing when there is nothing. */
export function AlertBand() {
  const { data } = useStaffQuery('/api/staff/alerts', { refetchEvery: NEWS_EVERY })
  const alerts = unnoted(data)
  const more = alerts.length - SHOWN
  if (alerts.length === 0 && !data?.is_late) return null
  return (
    <section className="notice-band today-alerts" aria-labelledby="alert-band">
      <h2 id="alert-band">{alerts.length === 1 ? 'Ein Hinweis' : 'Hinweise'}</h2>
      <ul>
        {data?.is_late && (
          <li>Seit einer Weile wird nicht mehr geprüft, ob etwas zu melden ist.</li>
        )}
        {alerts.slice(0, SHOWN).map(({ id, headline, words, path, action }) => (
          <li key={id}>
            <strong>{headline}.</strong> {words}{' '}
            <Link to={path}>
              {action}
              <span className="visually-hidden">: {headline}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/alerts">{more > 0 ? `Alle ${alerts.length} Hinweise` : 'Zu den Hinweisen'}</Link>
    </section>
  )
}
