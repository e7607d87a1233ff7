import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reservation } from '../types'
import { useCall } from '../useCall'
import { fieldLabel } from '../values'
import { type Draft, type EditableField, inputText } from './draft'

interface EditFieldsProps {
  record: Reservation
  draft: Draft
  /** Field → what is wrong with it. */
  errors: Record<string, string>
  onChange: (field: EditableField, text: string) => void
}

/** The fields that staff correct. */
export function EditFields(props: EditFieldsProps) {
  const { record } = props
  return (
    <>
      <div className="zwei">
        <Field {...props} field="first_name" />
        <Field {...props} field="last_name" />
      </div>
      <div className="zwei">
        <ContactField {...props} field="email" revealed="email" masked={record.email} />
        <ContactField {...props} field="mobile_phone" revealed="phone" masked={record.phone} />
      </div>
      <Field {...props} field="notes" rows={4} />
      <div className="zwei">
        <Field {...props} field="tags" hint="Mehrere mit Komma trennen." />
        <Field {...props} field="follow_up_on" type="date" />
      </div>
    </>
  )
}

interface FieldProps extends EditFieldsProps {
  field: EditableField
  rows?: number
  type?: string
  hint?: string
}

function Field({ field, record, draft, errors, onChange, rows, type = 'text', hint }: FieldProps) {
  return (
    <TextField
      id={`feld-${field}`}
      label={fieldLabel(field)}
      type={type}
      value={inputText(record, draft, field)}
      onChange={(event) => onChange(field, event.target.value)}
      error={errors[field] !== undefined}
      helperText={errors[field] ?? hint}
      {...(rows && { multiline: true, minRows: rows })}
      {...(type === 'date' && { slotProps: { inputLabel: { shrink: true } } })}
    />
  )
}

interface ContactFieldProps extends EditFieldsProps {
  field: 'email' | 'mobile_phone'
  revealed: 'email' | 'phone'
  masked: string | null
}

/** Stays as it is while empty. The stored value comes on demand, which is put on record. */
function ContactField(props: ContactFieldProps) {
  const { field, revealed, masked, record, onChange } = props
  const call = useCall()
  const [isShown, setShown] = useState(false)
  const reveal = useMutation({
    mutationFn: () =>
      call<{ value: string }>('POST', `reservations/${record.id}/reveal`, { field: revealed }),
    onSuccess: ({ value }) => {
      setShown(true)
      onChange(field, value)
    },
  })
  return (
    <div className="kontaktfeld">
      <Field {...props} hint={`Bisher ${masked ?? 'leer'}. Leer lassen heißt: bleibt so.`} />
      {!isShown && (
        <button
          type="button"
          className="textknopf"
          disabled={reveal.isPending}
          onClick={() => reveal.mutate()}
        >
          Bisherige einsetzen (wird protokolliert)
        </button>
      )}
    </div>
  )
}
