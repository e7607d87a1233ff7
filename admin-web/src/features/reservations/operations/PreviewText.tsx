import { formatNumber } from '@/lib/format'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { showPath } from '../showPath'
import type { OperationPreview } from '../types'

/** What follows from an operation, and which rows it does not apply to, by reason. */
export function PreviewText({ preview }: { preview: OperationPreview | undefined }) {
  if (!preview)
    return (
      <p className="muted preview" role="status">
        Folgen werden ermittelt
      </p>
    )
  const { consequences, refused, allowed, count } = preview
  return (
    <div className="preview">
      {allowed > 0 && (
        <>
          <h3>Was passiert</h3>
          <ConsequenceList sentences={consequences} />
        </>
      )}
      {refused.length > 0 && (
        <>
          <h3>
            {allowed === 0
              ? 'Das geht hier nicht'
              : `${formatNumber(refused.length)} von ${formatNumber(count)} bleiben unverändert`}
          </h3>
          {count === 1 ? <p>{refused[0]?.detail}</p> : <RefusedRows preview={preview} />}
        </>
      )}
    </div>
  )
}

/** One sentence a reason; whom it is about unfolds. */
function RefusedRows({ preview: { refused, refused_because } }: { preview: OperationPreview }) {
  const references = new Map(refused.map(({ id, reference }) => [id, reference]))
  return refused_because.map(({ sentence, ids }) => (
    <details key={sentence} className="refusals">
      <summary>{sentence}</summary>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={`/admin${showPath({ id })}`} target="_blank" rel="noreferrer">
              {references.get(id) ?? `Nr. ${id}`}
            </a>
          </li>
        ))}
      </ul>
    </details>
  ))
}
