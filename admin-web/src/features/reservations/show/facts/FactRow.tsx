import { type ReactNode, useId } from 'react'
import { Fact as FactLine } from '@/ui/record/Facts'
import type { Reservation } from '../../types'
import { useAsked } from './asked'
import { FactEditor } from './FactEditor'
import type { Fact } from './fields'
import { useFact } from './useFact'

interface FactRowProps {
  record: Reservation
  fact: Fact
  isOpen: boolean
  /** The value with a look of its own. */
  children?: ReactNode
}

/** A fact to be clicked and written over. */
export function FactRow({ record, fact, isOpen, children }: FactRowProps) {
  const edit = useFact(record, fact.fields)
  const words = fact.show(record)
  const id = useId()
  useAsked(fact.name, edit.open)
  return (
    <FactLine label={fact.label} id={id} isConflict={edit.conflicts.length > 0}>
      {edit.typing ? (
        <FactEditor fields={fact.fields} edit={edit} />
      ) : isOpen ? (
        <button
          type="button"
          className="fact-value"
          data-asleep
          ref={edit.opener}
          aria-labelledby={`${id} ${id}-value`}
          aria-describedby="facts-help"
          onClick={edit.open}
        >
          <span id={`${id}-value`} className={words ? undefined : 'fact-missing'}>
            {words ? (children ?? words) : 'ergänzen'}
          </span>
        </button>
      ) : (
        <span>{words ? (children ?? words) : '–'}</span>
      )}
    </FactLine>
  )
}
