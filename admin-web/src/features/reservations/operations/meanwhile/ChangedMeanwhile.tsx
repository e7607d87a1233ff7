import { ChangeEntry } from '../../show/timeline/ChangeEntry'
import type { Change } from '../../types'

/** What a colleague changed while the person was deciding. Nothing has been done yet. */
export function ChangedMeanwhile({ changes }: { changes: Change[] }) {
  return (
    <section className="notice-band meanwhile" aria-labelledby="changed-meanwhile" role="alert">
      <h3 id="changed-meanwhile">Inzwischen geändert</h3>
      <ol className="history">
        {changes.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ol>
      <p>
        Noch ist nichts ausgeführt. Was unten steht, gilt für den jetzigen Stand; Ihre Eingaben sind
        noch da.
      </p>
    </section>
  )
}
