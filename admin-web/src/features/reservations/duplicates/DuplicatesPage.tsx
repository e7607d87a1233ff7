import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { householdName } from '@/lib/reservationWords'
import { Page } from '@/ui/page/Page'
import { Suspicion } from './Suspicion'

const PER_PAGE = 10

/** Every suspicion that nobody has decided yet, the members of each beside each other. */
export function DuplicatesPage() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page') ?? 1))
  const group = search.get('group')
  const { data, error } = useStaffQuery('/api/staff/reservations/duplicates', {
    params: { query: { page, per_page: PER_PAGE, ...(group && { group }) } },
  })
  return (
    <Page title="Mögliche Dubletten" isFlush>
      {error && (
        <section className="sheet" role="alert">
          <p>{errorWords(error)}</p>
        </section>
      )}
      {group && (
        <p className="flush">
          <Link to="/reservations/duplicates">Alle möglichen Dubletten zeigen</Link>
        </p>
      )}
      {!error && <Groups answer={data} />}
      {(page > 1 || data?.has_next) && (
        <nav className="pager" aria-label="Seiten">
          <span className="muted">Seite {formatNumber(page)}</span>
          <span>
            <Button disabled={page === 1} onClick={() => setSearch({ page: String(page - 1) })}>
              Zurück
            </Button>
            <Button
              disabled={!data?.has_next}
              onClick={() => setSearch({ page: String(page + 1) })}
            >
              Weiter
            </Button>
          </span>
        </nav>
      )}
    </Page>
  )
}

function Groups({ answer }: { answer: Schemas['DuplicatePageOut'] | undefined }) {
  if (!answer)
    return (
      <section className="sheet record-skeleton" aria-busy="true">
        <span className="skeleton" />
        <span className="skeleton" />
      </section>
    )
  if (answer.data.length === 0)
    return (
      <section className="sheet empty">
        <p>Hier ist kein Verdacht offen. Neue erscheinen hier und auf der Seite Heute.</p>
        <Link className="button" to="/reservations">
          Zu den Reservierungen
        </Link>
      </section>
    )
  return (
    <div className="suspicions">
      {answer.data.map(({ key, members }) => (
        <Suspicion
          key={key}
          title={members[0] ? householdName(members[0]) : 'Verdacht'}
          members={members}
        />
      ))}
    </div>
  )
}
