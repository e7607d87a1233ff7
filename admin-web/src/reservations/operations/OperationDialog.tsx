import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useState } from 'react'
import { errorWords } from '@/api/problem'
import { formatNumber } from '@/lib/format'
import { operationLabel } from '../names'
import type { OperationOutcome } from '../types'
import { OperationInputs } from './OperationInputs'
import { PreviewText } from './PreviewText'
import { ResultTable } from './ResultTable'
import {
  type OperationInput,
  useDoneNotice,
  useOperation,
  useOperationPreview,
} from './useOperations'

interface OperationDialogProps {
  name: string
  ids: readonly number[]
  /** With one reservation: the version its consequences were read at. */
  version?: number
  onClose: () => void
  /** Something was really done. */
  onDone?: () => void
}

/** Shows what an operation entails before it is done, asks for what it needs, then what became of it. */
export function OperationDialog({ name, ids, version, onClose, onDone }: OperationDialogProps) {
  const notice = useDoneNotice(name)
  const [outcome, setOutcome] = useState<OperationOutcome>()
  const isBulk = ids.length > 1
  function leave(result = outcome) {
    onClose()
    if (!result?.done) return
    notice(result)
    onDone?.()
  }
  return (
    <Dialog
      open
      onClose={() => leave()}
      fullWidth
      maxWidth={isBulk ? 'md' : 'sm'}
      aria-labelledby="vorgang"
    >
      <DialogTitle id="vorgang">
        {operationLabel(name)}
        {isBulk && `: ${formatNumber(ids.length)} Reservierungen`}
      </DialogTitle>
      {outcome ? (
        <ResultTable name={name} outcome={outcome} onClose={() => leave()} onUndone={onClose} />
      ) : (
        <Question
          name={name}
          ids={[...ids]}
          {...(version !== undefined && !isBulk && { version })}
          onClose={onClose}
          onDone={(result) => (isBulk || result.refused > 0 ? setOutcome(result) : leave(result))}
        />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  name: string
  ids: number[]
  version?: number
  onClose: () => void
  onDone: (outcome: OperationOutcome) => void
}

function Question({ name, ids, version, onClose, onDone }: QuestionProps) {
  const preview = useOperationPreview(name, ids)
  const operation = useOperation(name, onDone)
  const [input, setInput] = useState<Omit<OperationInput, 'ids'>>({ reason: '' })
  const allowed = preview.data?.allowed ?? 0
  const error = operation.error ?? preview.error

  function submit(event: FormEvent) {
    event.preventDefault()
    operation.mutate({ ...input, ids, ...(version !== undefined && { version }) })
  }

  return (
    <form onSubmit={submit}>
      <DialogContent className="formular" aria-busy={preview.isPending}>
        <PreviewText preview={preview.data} />
        {allowed > 0 && (
          <OperationInputs
            name={name}
            needsReason={preview.data?.needs_reason ?? false}
            input={input}
            onChange={setInput}
          />
        )}
        {error && (
          <p className="fehlertext" role="alert">
            {errorWords(error)}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button
          type="submit"
          variant="contained"
          color="secondary"
          disabled={allowed === 0 || operation.isPending}
        >
          {operation.isPending ? 'Wird ausgeführt' : confirmWords(name, ids.length, allowed)}
        </Button>
      </DialogActions>
    </form>
  )
}

function confirmWords(name: string, asked: number, allowed: number): string {
  const label = operationLabel(name)
  return asked > 1 && allowed > 0 ? `${label} (${formatNumber(allowed)})` : label
}
