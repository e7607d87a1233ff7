import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { householdWords, type ToldAnswer, textWords, type WaitingText } from './toldText'

interface MapDialogProps {
  waiting: WaitingText
  answers: readonly ToldAnswer[]
  onClose: () => void
}

/** Lets a text count as one of the answers, or as a name of one's own. */
export function MapDialog({ waiting, answers, onClose }: MapDialogProps) {
  const [countedAs, setCountedAs] = useState('')
  const { run, isRunning, problem, errors, forget } = useFormChange(['told-texts'])
  const notify = useNotify()
  const known = useId()

  async function submit() {
    const wanted = countedAs.trim()
    if (wanted === '') return
    const body = { key: waiting.key, counted_as: wanted }
    const made = await run('post', '/api/staff/told-texts/mappings', { body })
    if (!made) return
    notify(`„${textWords(waiting.text)}“ zählt jetzt als „${made.label}“.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title="Eigene Worte zuordnen"
      button="Zuordnen"
      isBlocked={countedAs.trim() === '' || isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="flush">
        „{textWords(waiting.text)}“
        <small className="muted"> {householdWords(waiting.households)}</small>
      </p>
      <TextInput
        label="Zählt als"
        value={countedAs}
        problem={errors.counted_as}
        hint="Eine der Antworten oder ein eigener Name, auch rückwirkend. In Berichten steht er ab fünf Haushalten."
        autoFocus
        onValue={(value) => {
          setCountedAs(value)
          forget()
        }}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off', list: known } }}
      />
      <datalist id={known}>
        {answers.map(({ counted_as, label }) => (
          <option key={counted_as} value={label} />
        ))}
      </datalist>
    </FormDialog>
  )
}
