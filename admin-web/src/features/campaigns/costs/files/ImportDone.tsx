import { Link } from 'react-router-dom'
import { counted, formatMoney } from '@/lib/format'
import type { Imported } from './costImport'

/** What an import has brought, until the next file. */
export function ImportDone({ imported }: { imported: Imported }) {
  return (
    <section className="sheet" role="status">
      <p className="flush">
        <b>{importedWords(imported)}</b> Unten können Sie das Einlesen im Ganzen rückgängig machen.{' '}
        <Link to="/campaigns">Zu den Kampagnen</Link>
      </p>
    </section>
  )
}

export function importedWords({ id, rows, cents, kept, replaced }: Imported): string {
  const what = `${counted(rows, 'Ein Betrag', 'Beträge')}, zusammen ${formatMoney(cents)}`
  const parts = [`Eingelesen als Nummer ${id}: ${what}.`]
  if (replaced > 0)
    parts.push(counted(replaced, 'Ein Betrag wurde ersetzt.', 'Beträge wurden ersetzt.'))
  if (kept > 0)
    parts.push(counted(kept, 'Ein vorhandener Betrag blieb.', 'vorhandene Beträge blieben stehen.'))
  return parts.join(' ')
}
