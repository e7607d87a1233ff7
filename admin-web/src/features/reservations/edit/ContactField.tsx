import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { errorWords } from '@/api/problem'
import { useReveal } from '@/ui/fields/useReveal'
import { fieldLabel } from '../values'
import type { EditFieldsProps } from './kind'

interface ContactFieldProps extends EditFieldsProps {
  field: 'email' | 'mobile_phone'
  revealed: 'email' | 'phone'
  masked: string | null
}

/**
 * Shows what is stored, masked and closed. Opening it fetches the value, which is put on record; a field
 * that is not opened, or left as it was, is no change.
 */
export function ContactField(props: ContactFieldProps) {
  const { field, revealed, masked, record, edit } = props
  const [stored, setStored] = useState<string | undefined>(masked === null ? '' : undefined)
  const reveal = useReveal(record.id, revealed, setStored)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (reveal.isSuccess) input.current?.focus()
  }, [reveal.isSuccess])
  const label = fieldLabel(field)
  // As masked as the document has it, nothing was typed.
  const typed = edit.form[field]
  const text = typed === (masked ?? '') ? stored : typed
  if (text !== undefined)
    return (
      <TextField
        id={`field-${field}`}
        label={label}
        value={text}
        inputRef={input}
        onChange={(event) =>
          edit.type({
            [field]: event.target.value === stored ? (masked ?? '') : event.target.value,
          })
        }
        error={edit.errors[field] !== undefined}
        helperText={edit.errors[field]}
      />
    )
  return (
    <div className="contact-field">
      <TextField
        id={`field-${field}`}
        label={label}
        value={masked}
        slotProps={{ htmlInput: { readOnly: true } }}
        helperText="Das Anzeigen wird protokolliert."
      />
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        Anzeigen und ändern<span className="visually-hidden"> ({label})</span>
      </button>
      {reveal.error && (
        <p className="error-text" role="alert">
          {errorWords(reveal.error)}
        </p>
      )}
    </div>
  )
}
