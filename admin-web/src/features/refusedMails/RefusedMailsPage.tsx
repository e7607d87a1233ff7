import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { RefusedCard } from './RefusedCard'
import '@/ui/page/sheets.css'
import './refusedMails.css'

/** Households to be telephoned: their mailbox refuses our mails. */
export function RefusedMailsPage() {
  const {
    data: rows,
    error,
    refetch,
  } = useStaffQuery('/api/staff/refused-mails', { refetchEvery: NEWS_EVERY })
  return (
    <Page title="Abgelehnte Mails">
      {error && !rows && <LoadProblem error={error} onRetry={refetch} />}
      {!rows && !error && <section className="sheet refused-skeleton" aria-busy="true" />}
      {rows?.length === 0 && (
        <section className="sheet empty">
          <p>Gerade lehnt kein Postfach eine Mail ab.</p>
        </section>
      )}
      {rows?.map((row) => (
        <RefusedCard key={row.mail_id} row={row} />
      ))}
      <p className="muted">
        Hier steht, was ein Mailserver sofort ablehnt. Nimmt er eine Mail erst an und meldet später,
        dass sie nicht zuzustellen war, erfahren wir das nicht: Eingehende Mails liest die Konsole
        noch nicht.
      </p>
    </Page>
  )
}
