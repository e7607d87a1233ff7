import { Link, useParams } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { EntrySection } from './EntrySection'
import { actorWords, type Entry, eventWords } from './waiting'
import '@/ui/page/sheets.css'
import './waitingList.css'

/** One household on the list: where it stands, what can be done, and what happened so far. */
export function WaitingShow() {
  const id = Number(useParams().id)
  const {
    data: entry,
    error,
    refetch,
  } = useStaffQuery('/api/staff/waiting-list/{entry_id}', {
    params: { path: { entry_id: id } },
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title={entry?.name ?? 'Eintrag'} overline={<Link to="/waiting-list">Warteliste</Link>}>
      {error && !entry && <LoadProblem error={error} onRetry={refetch} />}
      {!entry && !error && <section className="sheet entry-skeleton" aria-busy="true" />}
      {entry && (
        <>
          <EntrySection entry={entry} />
          <History entry={entry} />
        </>
      )}
    </Page>
  )
}

function History({ entry }: { entry: Entry }) {
  return (
    <Section title="Verlauf">
      <ol className="timeline">
        {entry.history.map((event) => (
          <li key={`${event.at} ${event.action} ${JSON.stringify(event.details)}`}>
            <b>{eventWords(event)}</b>
            <small className="muted">
              {actorWords(event)}, <MomentField at={event.at} />
            </small>
            {event.reason && <span className="reason">{event.reason}</span>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
