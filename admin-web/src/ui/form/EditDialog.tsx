import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import type { Refusal } from '@/api/problem'
import { Conflict } from './Conflict'
import { EditForm, type EditFormProps, problemOf } from './EditForm'
import { QuestionDialog } from './QuestionDialog'
import { type Edit, type EditOptions, useEdit } from './useEdit'
import { useFormKeys } from './useFormKeys'

interface FormDialogProps<D, F extends object, V extends object> {
  edit: Edit<D, F, V>
  title: string
  /** The inputs, or what they are for what is typed. */
  children?: ReactNode | ((edit: Edit<D, F, V>) => ReactNode)
  button: string | ((edit: Edit<D, F, V>) => string)
  /** What the form fills, by its name in the API document, which bounds its texts. */
  schema?: EditFormProps['schema']
  isBlocked?: boolean | ((edit: Edit<D, F, V>) => boolean)
  /** What is wrong besides what the server refused. */
  problem?: string | null | undefined
  /** Says in more than a sentence why it is refused, and what to do. */
  explain?: (refusal: Refusal) => ReactNode
  /** How things stand now that a colleague was faster; the next press goes by that. */
  meanwhile?: ReactNode
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg'
  /** What cannot be taken back looks unlike every other button. */
  isDangerous?: boolean
  color?: 'secondary'
  onClose: () => void
}

type EditDialogProps<D, F extends object, V extends object, A> = EditOptions<D, F, V, A> &
  Omit<FormDialogProps<D, F, V>, 'edit'>

/** A form in a dialog: what is refused stands at its field, and what was typed stays until it is saved or given up. */
export function EditDialog<D, F extends object = D & object, V extends object = F, A = unknown>(
  props: EditDialogProps<D, F, V, A>,
) {
  const { onSaved = () => props.onClose() } = props
  return <FormDialog {...props} edit={useEdit<D, F, V, A>({ ...props, onSaved })} />
}

/** The same of an edit that its dialog holds, to look at what is typed. */
export function FormDialog<D, F extends object, V extends object>(props: FormDialogProps<D, F, V>) {
  const { edit, title, isDangerous, maxWidth = 'xs', onClose } = props
  const id = useId()
  const keys = useFormKeys({ hasKey: !isDangerous })
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      open
      // Escape, or a click beside it: by mistake that may not cost what was typed.
      onClose={() => (edit.isChanged ? setAsking(true) : onClose())}
      aria-labelledby={id}
      fullWidth
      maxWidth={maxWidth}
    >
      <EditForm edit={edit} schema={props.schema}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent className="input-stack" {...keys}>
          <Content {...props} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SendButton {...props} />
        </DialogActions>
      </EditForm>
      {isAsking && (
        <QuestionDialog
          title="Eingaben verwerfen?"
          button="Verwerfen"
          isRunning={false}
          problem={null}
          onClose={() => setAsking(false)}
          onConfirm={onClose}
        >
          <p>Was Sie eingegeben haben, ist noch nicht gespeichert.</p>
        </QuestionDialog>
      )}
    </Dialog>
  )
}

const isStale = <D, F extends object, V extends object>({
  edit,
  meanwhile,
}: FormDialogProps<D, F, V>) => edit.refusal?.code === 'stale' && Boolean(meanwhile)

function Content<D, F extends object, V extends object>(props: FormDialogProps<D, F, V>) {
  const { edit, children, meanwhile, explain } = props
  const explained = edit.refusal && explain?.(edit.refusal)
  const problem = isStale(props) || explained ? null : (problemOf(edit) ?? props.problem)
  if (edit.conflict) return <Conflict kind={edit.kind} versions={edit.conflict} />
  return (
    <>
      {isStale(props) && (
        <div className="caution" role="alert">
          <p>
            {edit.refusal?.changed?.by_name ?? 'Jemand'}: Inzwischen geändert. Noch ist nichts
            ausgeführt; Ihre Eingaben sind noch da.
          </p>
          <p>{meanwhile}</p>
        </div>
      )}
      {typeof children === 'function' ? children(edit) : children}
      {explained}
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

function SendButton<D, F extends object, V extends object>(props: FormDialogProps<D, F, V>) {
  const { edit, button, isBlocked, isDangerous, color = 'primary' } = props
  const look = isDangerous
    ? ({ variant: 'outlined', color: 'error' } as const)
    : ({ variant: 'contained', color } as const)
  const words = typeof button === 'function' ? button(edit) : button
  const isLocked = typeof isBlocked === 'function' ? isBlocked(edit) : isBlocked
  return (
    <Button type="submit" {...look} disabled={isLocked || edit.isRunning || edit.conflict !== null}>
      {isStale(props) && !isLocked ? 'Trotzdem ausführen' : words}
    </Button>
  )
}
