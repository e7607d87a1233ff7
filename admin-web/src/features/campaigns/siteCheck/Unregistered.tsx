import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { type Campaign, triple } from '../campaign'
import { counted } from '../development'
import { oddField, type UnregisteredTags } from './check'
import { dayRange } from './MoneyWithoutVisits'

/** Values in links that no registered campaign has, with the two ways out. */
export function Unregistered({ rows }: { rows: UnregisteredTags[] | undefined }) {
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
