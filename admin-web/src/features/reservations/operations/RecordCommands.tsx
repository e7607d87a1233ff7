import { useContext, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { householdName } from '@/lib/reservationWords'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useUndo } from '@/ui/page/useUndo'
import { useNoteRecent } from '@/ui/palette/recent'
import { useRecordActions } from '@/ui/palette/recordActions'
import { AskedChange } from '../show/facts/asked'
import type { Reservation } from '../types'
import { OperationDialog } from './OperationDialog'
import { actionsOf, BEGUN, correctionsOf, EDIT, refusalOf, WRITE } from './recordActions'

const labelOf = (name: string) => BEGUN.find((one) => one.name === name)?.label ?? name

/** What can be done with this reservation by the palette and by keys: begun where it is chosen, taken back by `z`. */
export function RecordCommands({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  const navigate = useNavigate()
  const title = `${householdName(record)}, Platz ${record.spot_number}`
  const { mutate: takeBack, isPending } = useUndo()
  const notify = useNotify()
  // Always with an answer: a key that does nothing leaves the user to wonder whether it was pressed.
  useShortcut('z', () => {
    if (record.undo) !isPending && takeBack(record.undo.operation_id)
    else if (record.no_undo) notify(record.no_undo, { type: 'info' })
  })
  useNoteRecent(record.id)
  const write = () => navigate(`/messages/new/${record.id}`)
  useShortcut('m', () => !record.erased_at && write())
  const { ask } = useContext(AskedChange)
  const corrections = correctionsOf(record)
  useShortcut('b', () => !record.erased_at && ask(EDIT))
  useShortcut('p', () => corrections.includes('move_spot') && ask('move_spot'))
  useRecordActions({ id: record.id, title, actions: actionsOf(record) }, (name) => {
    const refusal = refusalOf(record, name)
    if (refusal) notify(`${labelOf(name)}: ${refusal}`, { type: 'info' })
    else if (name === EDIT || corrections.includes(name)) ask(name)
    else if (name === WRITE) write()
    else setOperation(name)
  })
  if (!operation) return null
  return (
    <OperationDialog
      name={operation}
      ids={[record.id]}
      version={record.version}
      initial={{ day: record.follow_up_on }}
      onClose={() => setOperation(undefined)}
    />
  )
}
