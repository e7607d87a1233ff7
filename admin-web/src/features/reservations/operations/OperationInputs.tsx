import TextField from '@mui/material/TextField'
import { useFacets } from '../useFacets'
import type { OperationInput } from './useOperations'

type Input = Omit<OperationInput, 'ids'>

interface OperationInputsProps {
  name: string
  needsReason: boolean
  input: Input
  onChange: (input: Input) => void
}

/** What an operation needs to know beside the rows: a tag, a day, a reason. */
export function OperationInputs({ name, needsReason, input, onChange }: OperationInputsProps) {
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
      {needsReason && (
        <TextField
          label="Grund"
          helperText="Steht danach im Verlauf der Reservierung."
          required
          multiline
          minRows={2}
          value={input.reason}
          onChange={(event) => onChange({ ...input, reason: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
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
