import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { type Entry, parkPath, type Today, workList } from './today'

/** What is worth a look where nobody works with households; `undefined` while it is on its way. */
export function WorkList({ today }: { today: Today | undefined }) {
  const entries = today ? workList(today) : []
  return (
    <section className="sheet" aria-labelledby="work-list" aria-busy={!today}>
      <h2 id="work-list">Zu erledigen</h2>
      {!today && <div className="work-skeleton" />}
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
