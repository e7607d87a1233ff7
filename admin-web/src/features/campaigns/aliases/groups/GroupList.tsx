import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'
import { behindPath, breakdownPath } from '../../behind'
import type { Period } from '../../usePeriod'

type Group = Schemas['ChannelGroupOut']

interface GroupListProps {
  groups: readonly Group[]
  period: Period
}

/** The groups with their sizes; the rules of each unfold. */
export function GroupList({ groups, period }: GroupListProps) {
  const most = Math.max(1, ...groups.map(({ sessions }) => sessions))
  return (
    <ul className="group-list" aria-label="Kanalgruppen">
      {groups.map((group) => (
        <li key={group.name}>
          <GroupSize group={group} most={most} period={period} />
          {group.meaning && <p className="flush tiny muted">{group.meaning}</p>}
          {group.rules.length > 0 && (
            <details className="disclosure">
              <summary>
                Regeln<span className="visually-hidden">: {group.label}</span>
              </summary>
              <ul className="group-rules">
                {group.rules.map((rule) => (
                  <li key={ruleWords(rule)}>{ruleWords(rule)}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

interface GroupSizeProps {
  group: Group
  most: number
  period: Period
}

function GroupSize({
  group: { name, label, sessions, reservations },
  most,
  period,
}: GroupSizeProps) {
  const filters = { channel_group: [name] }
  return (
    <div className="group-size">
      <b>{label}</b>
      <span className="group-bar" aria-hidden="true">
        <span style={{ inlineSize: `${(100 * sessions) / most}%` }} />
      </span>
      <span className="tabular">
        {sessions > 0 ? (
          <Link to={breakdownPath(period, filters)}>
            {counted(sessions, '1 Sitzung', 'Sitzungen')}
          </Link>
        ) : (
          <span className="muted">keine Sitzungen</span>
        )}
      </span>
      <span className="tabular">
        {reservations > 0 ? (
          <Link to={behindPath(period, filters)}>
            {counted(reservations, '1 Reservierung', 'Reservierungen')}
          </Link>
        ) : (
          <span className="muted">keine Reservierungen</span>
        )}
      </span>
    </div>
  )
}

/** „Quelle: google, bing und Medium: cpc, ads“. */
export function ruleWords({ source, medium, site }: Group['rules'][number]): string {
  const parts = [
    source.length > 0 && `Quelle: ${source.join(', ')}`,
    medium.length > 0 && `Medium: ${medium.join(', ')}`,
    site.length > 0 && `Seite: ${site.join(', ')}`,
  ]
  return parts.filter(Boolean).join(' – und – ')
}
