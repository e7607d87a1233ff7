import TextField from '@mui/material/TextField'
import { fieldLabel } from '../values'
import { ContactField } from './ContactField'
import type { EditableField, EditFieldsProps } from './kind'

/** The fields that staff correct. */
export function EditFields(props: EditFieldsProps) {
  const { record } = props
  return (
    <>
      <div className="two-columns">
        <Field {...props} field="first_name" />
        <Field {...props} field="last_name" />
      </div>
      <div className="two-columns">
        <ContactField {...props} field="email" revealed="email" masked={record.email} />
        <ContactField {...props} field="mobile_phone" revealed="phone" masked={record.phone} />
      </div>
      <div className="two-columns">
        <Field {...props} field="tags" hint="Mehrere mit Komma trennen." />
        <Field {...props} field="follow_up_on" type="date" />
      </div>
    </>
  )
}

interface FieldProps extends EditFieldsProps {
  field: EditableField
  type?: string
  hint?: string
}

function Field({ field, edit, type = 'text', hint }: FieldProps) {
  return (
    <TextField
      id={`field-${field}`}
      label={fieldLabel(field)}
      type={type}
      value={edit.form[field]}
      onChange={(event) => edit.type({ [field]: event.target.value })}
      error={edit.errors[field] !== undefined}
      helperText={edit.errors[field] ?? hint}
      {...(type === 'date' && { slotProps: { inputLabel: { shrink: true } } })}
    />
  )
}
