import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useCall } from '@/api/useCall'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { EditFrame, FormProblem } from '@/ui/form/VersionedForm'
import { QuietFields } from './QuietFields'
import { type Rule, ruleKind, THRESHOLD_LABELS } from './rule'
import { Tick } from './Tick'

interface RuleEditorProps {
  rule: Rule
  onClose: () => void
}

/** A rule where it stands, with what the server refuses beside each field. */
export function RuleEditor({ rule, onClose }: RuleEditorProps) {
  const edit = useRuleSave(rule, onClose)
  const { form, errors, type } = edit
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    void edit.submit()
  }

  return (
    <EditFrame edit={edit}>
      <form noValidate onSubmit={submit} className="input-stack rule-form" aria-labelledby={id}>
        <h3 id={id} ref={heading} tabIndex={-1}>
          {rule.title}
        </h3>
        <Tick label="Eingeschaltet" isTicked={form.is_on} onChange={(is_on) => type({ is_on })} />
        {rule.unit && (
          <TextField
            label={THRESHOLD_LABELS[rule.unit]}
            value={form.threshold}
            onChange={({ target }) => type({ threshold: target.value })}
            error={errors.threshold !== undefined}
            helperText={
              errors.threshold ?? (rule.unit === 'cents' && 'Mit 0 zählt der erste Cent.')
            }
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
            className="short"
          />
        )}
        <fieldset className="field-group">
          <legend>Wer bekommt die Mail?</legend>
          <Tick
            label="Alle mit der Rolle Administration"
            isTicked={form.to_admins}
            onChange={(to_admins) => type({ to_admins })}
          />
          <TextField
            label="Weitere Adressen"
            value={form.recipients}
            onChange={({ target }) => type({ recipients: target.value })}
            error={errors.recipients !== undefined}
            helperText={errors.recipients ?? 'Eine je Zeile. Ohne jede Adresse steht es nur hier.'}
            multiline
            minRows={2}
            fullWidth
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        </fieldset>
        <QuietFields form={form} errors={errors} onChange={type} />
        <FormProblem words={edit.problem} />
        <p className="buttons">
          <Button type="submit" variant="contained" disabled={edit.isBlocked}>
            Speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </p>
      </form>
    </EditFrame>
  )
}

const useRuleSave = (rule: Rule, onClose: () => void) => {
  const call = useCall()
  return useVersionedSave(ruleKind(rule), rule, {
    renews: ['alert-rules', 'alerts'],
    save: (_, { kind, version }, body) =>
      call('put', '/api/staff/alert-rules/{kind}', {
        params: { path: { kind } },
        body: { ...body, version },
      }),
    onSaved() {
      onClose()
      return { words: 'Gespeichert. Es gilt ab der nächsten Prüfung, spätestens in fünf Minuten.' }
    },
  })
}
