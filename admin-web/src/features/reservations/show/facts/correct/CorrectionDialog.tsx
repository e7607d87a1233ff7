import type { ReactNode } from 'react'
import { operationLabel } from '@/lib/operationWords'
import { FormDialog } from '@/ui/form/EditDialog'
import type { EditFormProps } from '@/ui/form/EditForm'
import { useField } from '@/ui/form/inputs'
import type { AnyEdit } from '@/ui/form/useEdit'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { NotifyChoice } from '../../../operations/NotifyChoice'
import { ReasonInput } from '../../../operations/ReasonInput'

interface CorrectionDialogProps {
  name: string
  edit: AnyEdit
  schema?: EditFormProps['schema']
  /** What follows, as the server says; none while it is being found out. */
  consequences: readonly string[] | undefined
  /** Why it is impossible as it is chosen. */
  refusal: string | null
  /** Something is chosen and possible. */
  isReady: boolean
  isAlwaysTold?: boolean
  maxWidth?: 'md'
  /** The choice itself. */
  children: ReactNode
  onClose: () => void
}

/** The choice, what follows from it, why, and whether the household is told. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { name, edit, isReady, isAlwaysTold, children } = props
  const { reason, notify, untold_reason } = edit.values
  const words = edit.refusal?.code === 'stale' ? 'Trotzdem ausführen' : operationLabel(name)
  return (
    <FormDialog
      {...props}
      title={operationLabel(name)}
      button={edit.isRunning ? 'Wird ausgeführt' : words}
      isBlocked={!isReady || !reason || !(notify || untold_reason)}
      maxWidth={props.maxWidth ?? 'sm'}
      color="secondary"
    >
      {children}
      <Following {...props} />
      <Reason name={name} />
      {!isAlwaysTold && <Telling />}
    </FormDialog>
  )
}

const Reason = ({ name }: { name: string }) => (
  <ReasonInput name={name} {...useField<string>('reason')} />
)

function Telling() {
  const notify = useField<boolean>('notify')
  const why = useField<string>('untold_reason')
  return (
    <NotifyChoice
      value={{ notify: notify.value, untold_reason: why.value }}
      problem={why.problem}
      onChange={(value) => {
        notify.onChange(value.notify)
        why.onChange(value.untold_reason)
      }}
    />
  )
}

function Following({ consequences, refusal }: CorrectionDialogProps) {
  if (refusal)
    return (
      <p className="error-text" role="alert">
        {refusal}
      </p>
    )
  if (!consequences?.length) return null
  return (
    <div className="preview">
      <h3>Was passiert</h3>
      <ConsequenceList sentences={consequences} />
    </div>
  )
}
