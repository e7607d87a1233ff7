import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { type FormEvent, useCallback, useState } from 'react'
import { type LiveChange, useLiveMessages } from '@/api/live/live'
import type { LiveMessage } from '@/api/live/source'
import { ApiError, firstWords } from '@/api/problem'
import { formatNumber } from '@/lib/format'
import { actionName, operationLabel } from '@/lib/operationWords'
import { useSession } from '@/session/session'
import { useFormKeys } from '@/ui/form/useFormKeys'
import { ChangeEntry } from '../show/timeline/ChangeEntry'
import type { Change, OperationOutcome, OperationPreview } from '../types'
import { OperationInputs } from './OperationInputs'
import { PreviewText } from './PreviewText'
import {
  type Marks,
  type OperationInput,
  useOperation,
  useOperationPreview,
  useOperationRequest,
} from './useOperations'

interface QuestionProps {
  name: string
  ids: number[]
  version: number | undefined
  initial: Marks
  /** Goes on without these reservations. */
  onLeaveOut: (ids: number[]) => void
  onClose: () => void
  onDone: (outcome: OperationOutcome, marks: Marks) => void
}

/**
 * What would happen, what else is needed, and the button. When a colleague was faster, the preview is
 * fetched again, what was typed stays, and the next click goes by what is stored now.
 */
export function Question(props: QuestionProps) {
  const { name, ids, initial, onClose } = props
  const decision = useDecision(props)
  const { preview, input, typedCount, changes, allowed, asksForCount } = decision
  const error = changes ? preview.error : (decision.error ?? preview.error)
  const keys = useFormKeys({ isShown: allowed > 0, hasKey: preview.data?.asks_for_count === false })
  return (
    <form onSubmit={decision.submit} {...keys}>
      <DialogContent className="form" aria-busy={preview.isPending}>
        {changes ? (
          <ChangedMeanwhile changes={changes} />
        ) : (
          <LiveLine changes={decision.liveChanges} />
        )}
        <PreviewText preview={preview.data} onLeaveOut={props.onLeaveOut} />
        {allowed > 0 && (
          <OperationInputs
            name={name}
            needsReason={preview.data?.needs_reason || decision.needsSecond}
            mayBeUntold={preview.data?.may_be_untold ?? false}
            input={input}
            onChange={decision.setInput}
          />
        )}
        {asksForCount && (
          <CountInput count={allowed} value={typedCount} onChange={decision.setTypedCount} />
        )}
        {decision.needsSecond && <SecondPerson />}
        {error && (
          <p className="error-text" role="alert">
            {firstWords(error)}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button type="submit" {...buttonLook(preview.data)} disabled={!decision.isReady}>
          {decision.isPending && 'Wird ausgeführt'}
          {!decision.isPending && decision.needsSecond && askWords(allowed)}
          {!(decision.isPending || decision.needsSecond) &&
            (changes
              ? 'Trotzdem ausführen'
              : confirmWords(name, ids.length, allowed, input, initial))}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Why the button does not do it at once. */
function SecondPerson() {
  return (
    <p>
      Mehr als 25 Haushalte sind endgültig betroffen. Deshalb gibt eine zweite Person den Vorgang
      frei, auf der Seite „Freigaben“ oder von „Heute“ aus. Nach 24 Stunden verfällt er.
    </p>
  )
}

const askWords = (allowed: number): string => `Zur Freigabe vorlegen (${formatNumber(allowed)})`

/** What the person has typed and seen so far, and how the server answered. */
function useDecision({ name, ids, initial, onDone, onClose, ...props }: QuestionProps) {
  const [version, setVersion] = useState(props.version)
  const [input, setInput] = useState<Omit<OperationInput, 'ids'>>({ reason: '', ...initial })
  const [typedCount, setTypedCount] = useState('')
  const isTold = input.notify ?? true
  const { preview, liveChanges } = useFollowedPreview(name, ids, isTold, setTypedCount)
  const operation = useOperation(name, {
    onDone: (outcome) => onDone(outcome, input),
    onRefused: (stored) => {
      setVersion((seen) => (seen === undefined ? seen : (stored ?? seen)))
      setTypedCount('')
    },
  })
  const request = useOperationRequest(name, onClose)
  const needsSecond = preview.data?.needs_second_person === true
  const allowed = preview.data?.allowed ?? 0
  const asksForCount = ids.length > 1 && allowed > 0 && preview.data?.asks_for_count === true
  const isSure = !asksForCount || isConfirmed(typedCount, allowed)
  const isSaidWhy = isReasoned(input, needsSecond)
  const isPending = operation.isPending || request.isPending
  const isReady = allowed > 0 && isSure && isSaidWhy && !isPending && !preview.isFetching

  function submit(event: FormEvent) {
    event.preventDefault()
    const { mutate } = needsSecond ? request : operation
    mutate({
      ...input,
      ids,
      ...(version !== undefined && { version }),
      ...(asksForCount && { confirmed_count: allowed }),
    })
  }

  const changes = staleChanges(operation.error)
  return {
    ...{
      preview,
      needsSecond,
      isPending,
      error: operation.error ?? request.error,
      changes,
      allowed,
      asksForCount,
      isReady,
      submit,
    },
    ...{ liveChanges, input, setInput, typedCount, setTypedCount },
  }
}

/** Whoever approves, and whoever wonders later why nobody was told, has to find the reason. */
const isReasoned = (input: Omit<OperationInput, 'ids'>, needsSecond: boolean): boolean =>
  ((input.notify ?? true) || Boolean(input.untold_reason?.trim())) &&
  (!needsSecond || Boolean(input.reason?.trim()))

/** What would follow, asked again when the stream tells of a change; a number typed for what was is cleared. */
function useFollowedPreview(
  name: string,
  ids: number[],
  isTold: boolean,
  setTypedCount: (count: string) => void,
) {
  const preview = useOperationPreview(name, ids, isTold)
  const { refetch } = preview
  const lookAgain = useCallback(() => {
    setTypedCount('')
    void refetch()
  }, [refetch, setTypedCount])
  return { preview, liveChanges: useLiveChanges(ids, lookAgain) }
}

/** What binds a household looks unlike every other button. */
const buttonLook = (preview: OperationPreview | undefined) =>
  preview?.asks_for_count
    ? ({ variant: 'outlined', color: 'error' } as const)
    : ({ variant: 'contained', color: 'secondary' } as const)

function confirmWords(
  name: string,
  asked: number,
  allowed: number,
  { day }: Marks,
  initial: Marks,
): string {
  const isRemoval = name === 'set_follow_up' && !day && (asked > 1 || Boolean(initial.day))
  const label = isRemoval ? 'Wiedervorlage entfernen' : operationLabel(name)
  return asked > 1 && allowed > 0 ? `${label} (${formatNumber(allowed)})` : label
}

/** What colleagues changed since the person looked, when an operation was refused for that. */
function staleChanges(error: unknown): Change[] | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  const { changes } = error.problem as { changes?: Change[] }
  return changes ?? []
}

/** Who changed what while the person was deciding, as soon as the stream tells it. */
function LiveLine({ changes }: { changes: readonly LiveChange[] }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <p className="notice-band">
          Gerade geändert: {changes.map(words).join(', ')}. Was passiert, steht unten neu; Ihre
          Eingaben sind noch da.
        </p>
      )}
    </div>
  )
}

const words = ({ action, by_name }: LiveChange): string =>
  `${actionName(action)} (${by_name ?? 'Haushalt oder Ablauf'})`

/** What a colleague changed while the person was deciding. Nothing has been done yet. */
function ChangedMeanwhile({ changes }: { changes: Change[] }) {
  return (
    <section className="notice-band meanwhile" aria-labelledby="changed-meanwhile" role="alert">
      <h3 id="changed-meanwhile">Inzwischen geändert</h3>
      <ol className="history">
        {changes.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ol>
      <p>
        Noch ist nichts ausgeführt. Was unten steht, gilt für den jetzigen Stand; Ihre Eingaben sind
        noch da.
      </p>
    </section>
  )
}

interface CountInputProps {
  count: number
  value: string
  onChange: (value: string) => void
}

/** Typed, not clicked: a slip must not change what many households owe or are owed. */
function CountInput({ count, value, onChange }: CountInputProps) {
  return (
    <TextField
      label="Zahl der Reservierungen"
      helperText={`Das betrifft ${formatNumber(count)} Haushalte. Zur Bestätigung bitte ${formatNumber(count)} eintippen.`}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } }}
    />
  )
}

/** Whether the number was typed, with or without a dot for thousands. */
const isConfirmed = (typed: string, count: number): boolean =>
  typed.trim().replace('.', '') === String(count)

/**
 * What others change of these reservations while a dialog about them is open, the latest of each actor and
 * action. `onChange` follows every change, one's own in another tab too, and whatever the stream did not name.
 */
function useLiveChanges(ids: readonly number[], onChange: () => void): LiveChange[] {
  const [changes, setChanges] = useState<LiveChange[]>([])
  const me = useSession()?.account.id
  const wanted = ids.join()
  const listen = useCallback(
    (message: LiveMessage) => {
      if (message.type === 'many') onChange()
      if (message.type !== 'change' || message.topic !== 'reservation') return
      if (!wanted.split(',').includes(String(message.number))) return
      onChange()
      if (message.by_account === null || message.by_account !== me)
        setChanges((before) => [...before.filter((one) => !isAlike(one, message)), message])
    },
    [wanted, me, onChange],
  )
  useLiveMessages(listen)
  return changes
}

const isAlike = (one: LiveChange, other: LiveChange): boolean =>
  one.action === other.action && one.by_account === other.by_account
