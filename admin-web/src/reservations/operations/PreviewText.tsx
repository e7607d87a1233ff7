import { formatNumber } from '@/lib/format'
import { showPath } from '../list/columns'
import type { OperationPreview } from '../types'

/** What follows from an operation, and which rows it does not apply to, each with its reason. */
export function PreviewText({ preview }: { preview: OperationPreview | undefined }) {
  if (!preview)
    return (
      <p className="leise vorschau" role="status">
        Folgen werden ermittelt
      </p>
    )
  const { consequences, undo_hours, refused, allowed, count } = preview
  return (
    <div className="vorschau">
      {allowed > 0 && (
        <>
          <h3>Das folgt daraus</h3>
          <ul className="folgen">
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            <li>{undoWords(undo_hours)}</li>
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <h3>
            {allowed === 0
              ? 'Das geht hier nicht'
              : `${formatNumber(refused.length)} von ${formatNumber(count)} bleiben unverändert`}
          </h3>
          <RefusedRows refused={refused} />
        </>
      )}
    </div>
  )
}

export const undoWords = (hours: number | null): string =>
  hours === null
    ? 'Das lässt sich nicht rückgängig machen.'
    : `Sie können es ${hours} Stunden lang rückgängig machen.`

function RefusedRows({ refused }: Pick<OperationPreview, 'refused'>) {
  return (
    <ul className="abgelehnte">
      {refused.map(({ id, reference, detail }) => (
        <li key={id}>
          <a href={`/admin${showPath({ id })}`} target="_blank" rel="noreferrer">
            {reference ?? `Nr. ${id}`}
          </a>{' '}
          {detail}
        </li>
      ))}
    </ul>
  )
}
