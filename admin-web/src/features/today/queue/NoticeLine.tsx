import { Link } from 'react-router-dom'
import { unnoted } from '@/api/alerts'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { costWords, type Today } from '../today'

/** Alerts, files of costs and what the installation lacks, in one line each; nothing while there is nothing. */
export function NoticeLines({ today }: { today: Today | undefined }) {
  const { data } = useStaffQuery('/api/staff/alerts', { refetchEvery: NEWS_EVERY })
  const alerts = unnoted(data)
  const [first] = alerts
  const setup = today?.setup
  const open = setup?.open ?? []
  const files = today?.cost_files ?? 0
  return (
    <>
      {setup && open.length > 0 && (
        <section
          className="notice-line"
          data-tone="due"
          aria-label={`${open.length} von ${setup.total} Prüfungen offen`}
        >
          <b>
            {open.length} von {setup.total} Prüfungen offen:
          </b>
          <span className="notice-words">{open.join(', ')}.</span>
          <Link to="/state">Zustand</Link>
        </section>
      )}
      {first && (
        <section className="notice-line" aria-label="Hinweise">
          <b>{alerts.length === 1 ? 'Ein Hinweis:' : `${alerts.length} Hinweise:`}</b>
          <span className="notice-words">{first.headline}.</span>
          <Link to="/alerts">Zu den Hinweisen</Link>
        </section>
      )}
      {files > 0 && (
        <section className="notice-line" aria-label="Kostendateien">
          <b>
            {formatNumber(files)} {costWords(files)}:
          </b>
          <span className="notice-words">
            {files === 1 ? 'Sie zählt' : 'Sie zählen'} erst nach dem Übernehmen.
          </span>
          <Link to="/costs">Prüfen</Link>
        </section>
      )}
      {data?.is_late && (
        <p className="notice-line" data-tone="due">
          Seit einer Weile wird nicht mehr geprüft, ob etwas zu melden ist.
        </p>
      )}
    </>
  )
}
