import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { formatNumber } from '@/lib/format'
import { operationLabel } from '@/lib/operationWords'
import type { OperationOutcome } from '../types'
import { Question } from './Question'
import { RefundQuestion } from './RefundQuestion'
import { ResultTable } from './ResultTable'
import { type Marks, useDoneNotice } from './useOperations'

interface OperationDialogProps {
  name: string
  ids: readonly number[]
  /** With one reservation: the version the person looked at. */
  version?: number
  /** What the reservation has now, to be changed: the day of its follow-up. */
  initial?: Marks
  /** They are one case: what was done is told in a sentence, not in a table with a row for each. */
  isOneCase?: boolean
  onClose: () => void
  /** Something was really done. */
  onDone?: () => void
}

/** Shows what an operation entails before it is done, asks for what it needs, then what became of it. */
export function OperationDialog(props: OperationDialogProps) {
  const { name, version, initial = {}, isOneCase = false, onClose, onDone } = props
  const notice = useDoneNotice(name)
  const [ids, setIds] = useState(props.ids)
  const [outcome, setOutcome] = useState<OperationOutcome>()
  const isBulk = ids.length > 1
  const Ask = name === 'refund_deposit' ? RefundQuestion : Question
  function leave(result = outcome, marks: Marks = {}) {
    onClose()
    if (!result?.done) return
    notice(result, marks)
    onDone?.()
  }
  return (
    <Dialog
      open
      onClose={() => leave()}
      fullWidth
      maxWidth={isBulk ? 'md' : 'sm'}
      aria-labelledby="operation"
    >
      <DialogTitle id="operation">
        {operationLabel(name)}
        {isBulk && `: ${formatNumber(ids.length)} Reservierungen`}
      </DialogTitle>
      {outcome ? (
        <ResultTable name={name} outcome={outcome} onClose={() => leave()} onUndone={onClose} />
      ) : (
        <Ask
          name={name}
          ids={[...ids]}
          version={isBulk ? undefined : version}
          initial={initial}
          onLeaveOut={(left) => setIds(ids.filter((id) => !left.includes(id)))}
          onClose={onClose}
          onDone={(result, marks) =>
            (isBulk && !isOneCase) || result.refused > 0 ? setOutcome(result) : leave(result, marks)
          }
        />
      )}
    </Dialog>
  )
}
