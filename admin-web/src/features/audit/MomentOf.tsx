import { formatMoment } from '@/lib/format'
import type { AuditEntry } from './entry'

/** When, with the entry's number below: the chain is talked about by numbers. */
export function MomentOf({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <time className="tabular" dateTime={entry.at}>
        {formatMoment(entry.at)}
      </time>
      <small>Eintrag {entry.id}</small>
    </>
  )
}
