import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { formatDayShort, formatNumber } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { useSession } from '@/session/session'
import { RetryMail } from './RetryMail'
import { type Entry, itemPath, type TaskItem, type Today, workList } from './today'

/** What is to be done, each with its action beside it; `undefined` while it is on its way. */
export function WorkList({ today }: { today: Today | undefined }) {
  const role = useSession()?.account.role ?? 'marketing'
  const entries = today ? workList(today, role) : []
  return (
    <section className="sheet" aria-labelledby="work-list" aria-busy={!today}>
      <h2 id="work-list">Zu erledigen</h2>
      {!today && <div className="work-skeleton" />}
      {today && entries.length === 0 && (
        <p className="nothing">
          {today.setup?.open.length
            ? 'Gerade nichts. Was noch einzurichten ist, steht oben.'
            : 'Alles erledigt. Keine Mail hängt, nichts ist doppelt, nichts ist fällig. Guter Moment für einen Kaffee.'}
        </p>
      )}
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
          <Item key={item.id} entry={entry} item={item} />
        ))}
      </div>
    </li>
  )
}

const REFERENCE = /((?:VG|ER)-\w{4}-\w{4})/

/** A reference is read out and compared: it stays in one line. */
function Facts({ words }: { words: string }) {
  return words.split(REFERENCE).map((part) =>
    REFERENCE.test(part) ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

function Item({ entry, item }: { entry: Entry; item: TaskItem }) {
  const due =
    entry.kind === 'follow_ups' && item.at ? formatDayShort(berlinDay(new Date(item.at))) : ''
  const facts = [due, item.detail].filter(Boolean).join(', ')
  return (
    <p>
      <Link to={itemPath(entry.kind, item)}>{item.title}</Link>
      {facts && <Facts words={`${entry.kind === 'capacity' ? ', ' : ': '}${facts}`} />}
      {entry.kind === 'failed_mails' && <RetryMail id={item.id} title={item.title} />}
    </p>
  )
}
