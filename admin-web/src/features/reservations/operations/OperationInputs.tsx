import TextField from '@mui/material/TextField'
import { useFacets } from '../useFacets'
import { NotifyChoice } from './NotifyChoice'
import { ReasonInput } from './ReasonInput'
import type { OperationInput } from './useOperations'

type Input = Omit<OperationInput, 'ids'>

interface OperationInputsProps {
  name: string
  needsReason: boolean
  /** Whether the household's mail may be left out. */
  mayBeUntold: boolean
  input: Input
  onChange: (input: Input) => void
}

/** What an operation needs to know beside the rows: a tag, a day, a reason. */
export function OperationInputs(props: OperationInputsProps) {
  const { name, needsReason, mayBeUntold, input, onChange } = props
  const hasTag = name === 'add_tag' || name === 'remove_tag'
  return (
    <>
      {hasTag && (
        <TagInput value={input.tag ?? ''} onChange={(tag) => onChange({ ...input, tag })} />
      )}
      {name === 'set_follow_up' && (
        <TextField
          type="date"
          label="Tag der Wiedervorlage"
          helperText="Ein leeres Feld entfernt die Wiedervorlage."
          value={input.day ?? ''}
          onChange={(event) => onChange({ ...input, day: event.target.value || null })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
      {name === 'set_follow_up' && input.day && (
        <TextField
          label="Worum geht es? (freiwillig)"
          helperText="Steht in der Aufgabe auf der Seite Heute."
          value={input.subject ?? ''}
          onChange={(event) => onChange({ ...input, subject: event.target.value || null })}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      )}
      {needsReason && (
        <ReasonInput
          name={name}
          value={input.reason ?? ''}
          onChange={(reason) => onChange({ ...input, reason })}
        />
      )}
      {mayBeUntold && (
        <NotifyChoice
          value={{ notify: input.notify ?? true, untold_reason: input.untold_reason ?? '' }}
          onChange={(choice) => onChange({ ...input, ...choice })}
        />
      )}
    </>
  )
}

function TagInput({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const tags = useFacets()?.tag ?? []
  return (
    <>
      <TextField
        label="Merkmal"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40, list: 'tags-input' } }}
      />
      <datalist id="tags-input">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  )
}
