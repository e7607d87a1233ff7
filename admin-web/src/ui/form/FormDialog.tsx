import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useFormKeys } from './useFormKeys'

interface FormDialogProps {
  title: string
  /** The fields. */
  children: ReactNode
  button: string
  /** As long as the server is at it, or something is missing. */
  isBlocked: boolean
  /** What is wrong and belongs to no field. */
  problem: string | null
  isWide?: boolean
  /** Beside the fields stands what becomes of them. */
  isWidest?: boolean
  /** What cannot be taken back looks unlike every other button. */
  isDangerous?: boolean
  onClose: () => void
  onSubmit: () => unknown
}

/** A few fields and one button that sends them. What was typed stays when the server refuses it. */
export function FormDialog(props: FormDialogProps) {
  const id = useId()
  const keys = useFormKeys({ hasKey: !props.isDangerous })
  function submit(event: FormEvent) {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={props.isWidest ? 'lg' : props.isWide ? 'sm' : 'xs'}
    >
      <form noValidate onSubmit={submit} {...keys}>
        <DialogTitle id={id}>{props.title}</DialogTitle>
        <DialogContent className="input-stack">
          {props.children}
          {props.problem && <p role="alert">{props.problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>Abbrechen</Button>
          <Button type="submit" {...buttonLook(props)} disabled={props.isBlocked}>
            {props.button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const buttonLook = ({ isDangerous }: FormDialogProps) =>
  isDangerous
    ? ({ variant: 'outlined', color: 'error' } as const)
    : ({ variant: 'contained' } as const)
