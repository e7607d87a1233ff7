import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { QuietFields } from './QuietFields'
import { formOf, type Rule, type RuleForm, readRule, THRESHOLD_LABELS } from './rule'
import { Tick } from './Tick'

interface RuleEditorProps {
  rule: Rule
  onClose: () => void
}

/** A rule where it stands, with what the server refuses beside each field. */
export function RuleEditor({ rule, onClose }: RuleEditorProps) {
  const [form, setForm] = useState<RuleForm>(() => formOf(rule))
  const { save, isRunning, problem, errors } = useRuleSave(rule, onClose)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const set = (changes: Partial<RuleForm>) => setForm((before) => ({ ...before, ...changes }))

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(form)
  }

  return (
    <form noValidate onSubmit={submit} className="input-stack rule-form" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {rule.title}
      </h3>
      <Tick label="Eingeschaltet" isTicked={form.isOn} onChange={(isOn) => set({ isOn })} />
      {rule.unit && (
        <TextField
          label={THRESHOLD_LABELS[rule.unit]}
          value={form.threshold}
          onChange={({ target }) => set({ threshold: target.value })}
          error={errors.threshold !== undefined}
          helperText={errors.threshold ?? (rule.unit === 'cents' && 'Mit 0 zählt der erste Cent.')}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
          className="short"
        />
      )}
      <fieldset className="field-group">
        <legend>Wer bekommt die Mail?</legend>
        <Tick
          label="Alle mit der Rolle Administration"
          isTicked={form.toAdmins}
          onChange={(toAdmins) => set({ toAdmins })}
        />
        <TextField
          label="Weitere Adressen"
          value={form.recipients}
          onChange={({ target }) => set({ recipients: target.value })}
          error={errors.recipients !== undefined}
          helperText={errors.recipients ?? 'Eine je Zeile. Ohne jede Adresse steht es nur hier.'}
          multiline
          minRows={2}
          fullWidth
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
        />
      </fieldset>
      <QuietFields form={form} errors={errors} onChange={set} />
      {problem && <p role="alert">{problem}</p>}
      <p className="buttons">
        <Button type="submit" variant="contained" disabled={isRunning}>
          Speichern
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </p>
    </form>
  )
}

function useRuleSave(rule: Rule, onSaved: () => void) {
  const { run, check, ...change } = useFormChange(['alert-rules', 'alerts'])
  const notify = useNotify()

  async function save(form: RuleForm) {
    const { body, problems } = readRule(form, rule)
    if (!check(problems)) return
    if (
      !(await run('put', '/api/staff/alert-rules/{kind}', {
        params: { path: { kind: rule.kind } },
        body,
      }))
    )
      return
    notify('Gespeichert. Es gilt ab der nächsten Prüfung, spätestens in fünf Minuten.', {
      type: 'success',
    })
    onSaved()
  }

  return { save, ...change }
}
