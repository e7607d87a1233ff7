import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Alert, AlertList } from '@/api/alerts'
import { useStaffQuery } from '@/api/useStaffQuery'
import { rangeWords } from '@/ui/list/HistoryPager'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { notedWords, openFor, spanWords } from './alert'

const PER_PAGE = 10

/** What is over, the last first. */
export function PastAlerts() {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useStaffQuery('/api/staff/alerts', {
    params: { query: { state: 'closed', page, per_page: PER_PAGE } },
  })
  return (
    <Section title="Verlauf">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="awaited-part" aria-busy="true" />}
      {data?.data.length === 0 && (
        <p className="muted flush">
          Noch keiner vorbei. Was sich erledigt, steht danach hier, gut ein Jahr lang.
        </p>
      )}
      {data && data.data.length > 0 && (
        <div className="alert-history">
          <PlainTable<Alert>
            label="Tabelle: Verlauf der Hinweise"
            rows={data.data}
            rowKey={({ id }) => id}
            isBusy={isPlaceholderData}
            columns={COLUMNS}
            narrow={(alert) => ({
              title: alert.headline,
              isText: true,
              meta: spanWords(alert),
              aside: openFor(alert),
              more: (
                <span className="tiny muted">
                  {alert.words} {notedWords(alert) || 'Niemand hat es vermerkt'}.
                </span>
              ),
            })}
          />
          <Pages {...{ page, setPage, list: data }} />
        </div>
      )}
    </Section>
  )
}

const COLUMNS = [
  {
    label: 'Hinweis',
    isText: true,
    render: ({ headline, words }: Alert) => (
      <>
        {headline}
        <small>{words}</small>
      </>
    ),
  },
  { label: 'Wann', isText: true, render: (alert: Alert) => spanWords(alert) },
  { label: 'Dauer', render: (alert: Alert) => openFor(alert) },
  {
    label: 'Wer davon wusste',
    isText: true,
    render: (alert: Alert) => (
      <>
        {notedWords(alert) || 'Niemand hat es vermerkt'}
        <small>{alert.mail_words}</small>
      </>
    ),
  },
]

interface PagesProps {
  page: number
  setPage: (page: number) => void
  list: AlertList
}

function Pages({ page, setPage, list: { data, has_next, total } }: PagesProps) {
  if (total <= PER_PAGE) return null
  const first = (page - 1) * PER_PAGE + 1
  return (
    <nav className="pager" aria-label="Seiten">
      <span role="status">{rangeWords(first, first + data.length - 1, total, has_next)}</span>
      <span>
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          Zurück
        </Button>
        <Button disabled={!has_next} onClick={() => setPage(page + 1)}>
          Weiter
        </Button>
      </span>
    </nav>
  )
}
