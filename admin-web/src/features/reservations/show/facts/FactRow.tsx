import { type ReactNode, useId } from 'react'
import type { Reservation } from '../../types'
import { FactEditor } from './FactEditor'
import type { Fact } from './fields'
import { useFact } from './useFact'

interface FactRowProps {
  record: Reservation
  fact: Fact
  isOpen: boolean
}

/** A fact to be clicked and written over. */
export function FactRow({ record, fact, isOpen }: FactRowProps) {
  const edit = useFact(record, fact.fields)
  const words = fact.show(record)
  const id = useId()
  return (
    <Line label={fact.label} id={id} isConflict={edit.conflicts.length > 0}>
      {edit.typing ? (
        <FactEditor fields={fact.fields} edit={edit} />
      ) : isOpen ? (
        <button
          type="button"
          className="fact-value"
          ref={edit.opener}
          aria-labelledby={`${id} ${id}-value`}
          aria-describedby="facts-help"
          onClick={edit.open}
        >
          <span id={`${id}-value`} className={words ? undefined : 'fact-missing'}>
            {words || 'ergänzen'}
          </span>
        </button>
      ) : (
        <span>{words || '–'}</span>
      )}
    </Line>
  )
}

interface LineProps {
  label: string
  id?: string
  isConflict?: boolean
  children: ReactNode
}

/** A label and what stands beside it. */
export function Line({ label, id, isConflict, children }: LineProps) {
  return (
    <div className={isConflict ? 'fact-conflict' : undefined}>
      <dt id={id}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
