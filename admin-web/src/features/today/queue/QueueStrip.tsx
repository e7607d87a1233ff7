import { formatNumber } from '@/lib/format'
import { useSession } from '@/session/session'
import { PrintLetters } from '@/ui/mail/PrintLetters'
import type { Queue } from './useQueue'
import { TABS } from './work'

/** Whose lines are shown, and of which kind; both stand in the address. */
export function QueueStrip({ queue }: { queue: Queue }) {
  const isAdmin = useSession()?.account.role === 'admin'
  const { data, whose, kind, show } = queue
  const kinds = data?.kinds ?? []
  return (
    <div className="queue-strip">
      <fieldset className="queue-tabs">
        <legend className="visually-hidden">Wessen Aufgaben</legend>
        {TABS.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map((tab) => (
          <button
            key={tab.whose}
            type="button"
            aria-pressed={tab.whose === whose}
            onClick={() => show({ whose: tab.whose })}
          >
            {tab.label}{' '}
            <span className="tabular">{data ? formatNumber(data.counts[tab.whose]) : '…'}</span>
          </button>
        ))}
      </fieldset>
      <select
        className="choice queue-kind"
        aria-label="Art der Aufgabe"
        value={kind ?? ''}
        onChange={(event) => show({ kind: event.target.value || null })}
      >
        <option value="">Alle Arten</option>
        {kind && !kinds.some(({ name }) => name === kind) && (
          <option value={kind}>Diese Art</option>
        )}
        {kinds.map(({ name, label, count }) => (
          <option key={name} value={name}>
            {label} ({formatNumber(count)})
          </option>
        ))}
      </select>
      {kind === 'letter' && (
        <PrintLetters count={kinds.find(({ name }) => name === kind)?.count ?? 0} />
      )}
      {data && (
        <span className="queue-done tiny muted">
          Erledigt heute <b className="tabular">{formatNumber(data.counts.done_today)}</b>
        </span>
      )}
    </div>
  )
}
