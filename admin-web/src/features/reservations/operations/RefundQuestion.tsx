import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { formatNumber } from '@/lib/format'
import { germanCents, typedEuros } from '@/lib/germanNumber'
import { operationLabel } from '@/lib/operationWords'
import { berlinDay } from '@/lib/reservationWords'
import { EditForm, FormProblem, problemOf } from '@/ui/form/EditForm'
import { RefundInputs } from '@/ui/form/RefundInputs'
import { useEdit } from '@/ui/form/useEdit'
import { useFormKeys } from '@/ui/form/useFormKeys'
import type { OperationOutcome, OperationPreview } from '../types'
import { PreviewText } from './PreviewText'
import { type Marks, useOperationPreview } from './useOperations'

interface RefundQuestionProps {
  name: string
  ids: number[]
  onLeaveOut: (ids: number[]) => void
  onClose: () => void
  onDone: (outcome: OperationOutcome, marks: Marks) => void
}

/** What was given back to each, and when: as after a withdrawal. */
export function RefundQuestion(props: RefundQuestionProps) {
  const { data: preview } = useOperationPreview(props.name, props.ids, true)
  if (preview && preview.allowed > 0) return <Asked {...props} preview={preview} />
  return (
    <>
      <DialogContent className="form" aria-busy={!preview}>
        <PreviewText preview={preview} onLeaveOut={props.onLeaveOut} />
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>Abbrechen</Button>
      </DialogActions>
    </>
  )
}

function Asked({ preview, ...props }: RefundQuestionProps & { preview: OperationPreview }) {
  const { name, ids, onLeaveOut, onClose, onDone } = props
  const keys = useFormKeys({ hasKey: true })
  const edit = useEdit({
    isWhole: true,
    start: { cents: typedEuros(preview.owed_cents ?? 0), day: berlinDay(), reference: '' },
    save: (call, { cents, day, reference }) =>
      call('post', '/api/staff/reservations/operations/{name}', {
        params: { path: { name } },
        body: { ids, cents: germanCents(cents), day, reference },
      }),
    renews: ['reservations', 'work-lines'],
    onSaved: (outcome) => outcome && onDone(outcome, {}),
  })
  return (
    <EditForm edit={edit} schema="OperationIn">
      <DialogContent className="input-stack" {...keys}>
        <PreviewText preview={preview} onLeaveOut={onLeaveOut} />
        <RefundInputs />
        <FormProblem words={problemOf(edit)} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button type="submit" variant="contained" color="secondary" disabled={edit.isRunning}>
          {operationLabel(name)}
          {ids.length > 1 && ` (${formatNumber(preview.allowed)})`}
        </Button>
      </DialogActions>
    </EditForm>
  )
}
