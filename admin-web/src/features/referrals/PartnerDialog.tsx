import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'

const FIELDS = {
  partner_name: { label: 'Name der Organisation', hint: 'Ein Verein, ein Betrieb, eine Gemeinde.' },
  code: {
    label: 'Wunschcode',
    hint: 'Leer lassen: Wir wählen einen, der sich gut vorlesen lässt.',
  },
  note: { label: 'Notiz', hint: 'Bitte keine Namen von Personen.' },
} as const
type Field = keyof typeof FIELDS

/** A code for an organisation that recommends us. */
export function PartnerDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Record<Field, string>>({ partner_name: '', code: '', note: '' })
  const { run, isRunning, problem, errors } = useFormChange(['referrals', 'referrals/codes'], {
    code_taken: 'code',
  })
  const notify = useNotify()

  async function submit() {
    const { code, ...rest } = form
    const body = { ...rest, ...(code.trim() && { code: code.trim() }) }
    const made = await run('post', '/api/staff/referrals/codes', { body })
    if (!made) return
    notify(`Der Code ${made.code} für ${made.partner_name} ist angelegt.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title="Partner-Code anlegen"
      button="Anlegen"
      isBlocked={isRunning || !form.partner_name.trim()}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {(Object.keys(FIELDS) as Field[]).map((name) => (
        <TextInput
          key={name}
          {...FIELDS[name]}
          value={form[name]}
          problem={errors[name]}
          autoFocus={name === 'partner_name'}
          onValue={(value) => setForm({ ...form, [name]: value })}
          slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
        />
      ))}
    </FormDialog>
  )
}
