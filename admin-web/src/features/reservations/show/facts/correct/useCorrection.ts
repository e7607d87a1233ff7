import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { NOTIFYING, type Notifying } from '../../../operations/NotifyChoice'
import { useDoneNotice } from '../../../operations/useOperations'
import type { OperationOutcome, Reservation } from '../../../types'

/** Why, whom to tell, and over which version: what every correction is asked with. */
export interface Reasoned extends Notifying {
  reason: string
  version: number
}

/** What a dialog of a correction holds until it is done: what was typed stays after every refusal. */
export function useCorrection(
  name: string,
  record: Reservation,
  onClose: () => void,
  usualReason = '',
) {
  const [reason, setReason] = useState(usualReason)
  const [notifying, setNotifying] = useState<Notifying>(NOTIFYING)
  const change = useStaffChange('reservations', 'parks', 'operation-preview')
  const queries = useQueryClient()
  const notice = useDoneNotice(name)
  const stored = Number(change.refusal?.version ?? record.version)
  const isStale = change.refusal?.code === 'stale'

  /** Does it by `call`, over the version that the person has seen. */
  async function perform(call: (body: Reasoned) => Promise<OperationOutcome | null>) {
    const outcome = await call({ reason: reason.trim(), ...notifying, version: stored })
    if (!outcome) {
      await queries.invalidateQueries({ queryKey: ['correction-preview'] })
      return
    }
    onClose()
    notice(outcome)
  }

  return {
    ...{ reason, setReason, notifying, setNotifying, perform, isStale },
    run: change.run,
    isRunning: change.isRunning,
    fieldErrors: change.fieldErrors,
    /** What is wrong and belongs to no field. */
    problem: Object.keys(change.fieldErrors).length > 0 ? null : change.problem,
    isReasoned: reason.trim() !== '' && (notifying.notify || notifying.untold_reason.trim() !== ''),
  }
}

export type CorrectionState = ReturnType<typeof useCorrection>
