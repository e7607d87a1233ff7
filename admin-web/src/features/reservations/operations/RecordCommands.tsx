import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { householdName } from '@/lib/reservationWords'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useNoteRecent } from '@/ui/palette/recent'
import { useRecordActions } from '@/ui/palette/recordActions'
import type { Reservation } from '../types'
import { OperationDialog } from './OperationDialog'
import { actionsOf, EDIT, WRITE } from './recordActions'
import { useUndo } from './useUndo'

/** Offers what can be done with this reservation in the palette, begins what is chosen there, and takes it back by `z`. */
export function RecordCommands({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  const navigate = useNavigate()
  const title = `${householdName(record)}, Platz ${record.spot_number}`
  const { mutate: takeBack, isPending } = useUndo()
  useShortcut('z', () => record.undo && !isPending && takeBack(record.undo.operation_id))
  useNoteRecent(record.id)
  const write = () => navigate(`/messages/new/${record.id}`)
  useShortcut('m', () => !record.erased_at && write())
  useRecordActions({ id: record.id, title, actions: actionsOf(record) }, (name) => {
    if (name === EDIT) navigate(`/reservations/${record.id}`)
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
