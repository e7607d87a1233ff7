import Button from '@mui/material/Button'
import { formatNumber } from '@/lib/format'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { Hindrances } from '../show/contract/Hindrances'
import { showPath } from '../showPath'
import type { OperationPreview } from '../types'

interface PreviewTextProps {
  preview: OperationPreview | undefined
  /** Goes on without these reservations. */
  onLeaveOut: (ids: number[]) => void
}

/** What follows from an operation, whom one would rather ask first, and which rows it does not apply to, by reason. */
export function PreviewText({ preview, onLeaveOut }: PreviewTextProps) {
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
          {preview.warnings.map(({ sentence, people }) => (
            <div key={sentence} className="operation-warning">
              <People sentence={sentence} people={people} />
              {people.length < allowed && (
                <Button
                  variant="outlined"
                  size="small"
                  onClick={() => onLeaveOut(people.map(({ id }) => id))}
                >
                  {people.length === 1 ? 'Diesen Haushalt auslassen' : 'Diese auslassen'}
                  <span className="visually-hidden">: {sentence}</span>
                </Button>
              )}
            </div>
          ))}
        </>
      )}
      {refused.length > 0 && (
        <>
          <h3>
            {allowed === 0
              ? 'Das geht hier nicht'
              : `${formatNumber(refused.length)} von ${formatNumber(count)} bleiben unverändert`}
          </h3>
          {count === 1 ? <Refused row={refused[0]} /> : <RefusedRows preview={preview} />}
        </>
      )}
    </div>
  )
}

/** Why it does not apply to the one reservation; what is in the way of an end can be settled first. */
function Refused({ row }: { row: OperationPreview['refused'][number] | undefined }) {
  return row?.code === 'hindered' ? <Hindrances id={row.id} /> : <p>{row?.detail}</p>
}

/** One sentence a reason; whom it is about unfolds. */
function RefusedRows({ preview: { refused, refused_because } }: { preview: OperationPreview }) {
  return refused_because.map(({ sentence, ids }) => (
    <People
      key={sentence}
      sentence={sentence}
      people={refused.filter(({ id }) => ids.includes(id))}
    />
  ))
}

interface PeopleProps {
  sentence: string
  people: readonly { id: number; name: string }[]
}

function People({ sentence, people }: PeopleProps) {
  return (
    <details className="refusals">
      <summary>{sentence}</summary>
      <ul>
        {people.map(({ id, name }) => (
          <li key={id}>
            <a href={`/admin${showPath({ id })}`} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
