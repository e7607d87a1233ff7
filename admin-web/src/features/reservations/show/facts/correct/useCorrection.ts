import { useQueryClient } from '@tanstack/react-query'
import type { useCall } from '@/api/useCall'
import { useEdit } from '@/ui/form/useEdit'
import { NOTIFYING, type Notifying } from '../../../operations/NotifyChoice'
import { useDoneNotice } from '../../../operations/useOperations'
import type { OperationOutcome, Reservation } from '../../../types'

/** Why, and whom to tell: what every correction is asked with. */
interface Reasoned extends Notifying {
  reason: string
}

interface CorrectionOptions<F> {
  name: string
  record: Reservation
  /** What the correction itself begins with, and the reason if one is usual. */
  start: F & { reason?: string }
  /** Does it over the version that the person has seen. */
  save: (
    call: ReturnType<typeof useCall>,
    body: F & Reasoned & { version: number },
  ) => Promise<OperationOutcome>
  onClose: () => void
}

/** A correction being typed: what was typed stays after every refusal, and what would follow is asked again. */
export function useCorrection<F extends object>(options: CorrectionOptions<F>) {
  const { name, record, start, save, onClose } = options
  const queries = useQueryClient()
  const notice = useDoneNotice(name)
  return useEdit({
    start: { reason: '', ...NOTIFYING, ...start } as F & Reasoned,
    save: (call, typed, { refusal }) =>
      save(call, { ...typed, version: Number(refusal?.version ?? record.version) }),
    renews: ['reservations', 'parks', 'operation-preview'],
    onSaved: (outcome) => {
      onClose()
      if (outcome) notice(outcome)
    },
    onRefused: () => queries.invalidateQueries({ queryKey: ['correction-preview'] }),
  })
}
