import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useSettled } from '@/lib/useSettled'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { EditFrame, FormProblem } from '@/ui/form/VersionedForm'
import { FigureFields, QuietFields, Tick } from './RuleFields'
import {
  hasThreshold,
  type Known,
  type Rule,
  type RuleForm,
  type RuleValues,
  ruleKind,
  thresholdLabel,
  unitOf,
} from './rule'

interface RuleEditorProps {
  /** As `newRule` makes it, for one that is added. */
  rule: Rule
  known: Known
  onClose: () => void
}

/** A rule where it stands, with what the server refuses beside each field. */
export function RuleEditor({ rule, known, onClose }: RuleEditorProps) {
  const edit = useRuleSave(rule, known, onClose)
  const { form, errors, type } = edit
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const unit = unitOf(form, unitFor(known, rule, form.kind))

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
        {rule.comparison && (
          <FigureFields
            form={form}
            known={known}
            isNew={rule.id === 0}
            errors={errors}
            onChange={type}
          />
        )}
        {unit && hasThreshold(form) && (
          <TextField
            label={thresholdLabel(form, unit)}
            value={form.threshold}
            onChange={({ target }) => type({ threshold: target.value })}
            error={errors.threshold !== undefined}
            helperText={errors.threshold}
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
            className="short"
          />
        )}
        {rule.comparison && <Preview read={edit} />}
        <RecipientFields form={form} errors={errors} onChange={type} />
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

interface RecipientFieldsProps {
  form: RuleForm
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<RuleForm>) => void
}

function RecipientFields({ form, errors, onChange }: RecipientFieldsProps) {
  return (
    <fieldset className="field-group">
      <legend>Wer bekommt die Mail?</legend>
      <Tick
        label="Alle mit der Rolle Administration"
        isTicked={form.to_admins}
        onChange={(to_admins) => onChange({ to_admins })}
      />
      <TextField
        label="Weitere Adressen"
        value={form.recipients}
        onChange={({ target }) => onChange({ recipients: target.value })}
        error={errors.recipients !== undefined}
        helperText={errors.recipients ?? 'Eine je Zeile. Ohne jede Adresse steht es nur hier.'}
        multiline
        minRows={2}
        fullWidth
        slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
      />
    </fieldset>
  )
}

const unitFor = (known: Known, rule: Rule, kind: string) =>
  known.figures.find(({ name }) => name === kind)?.unit ?? rule.unit

const useRuleSave = (rule: Rule, known: Known, onClose: () => void) => {
  const call = useCall()
  return useVersionedSave(
    ruleKind((kind) => unitFor(known, rule, kind)),
    rule,
    {
      isWhole: rule.id === 0,
      renews: ['alert-rules', 'alerts'],
      save: (_, { id, version }, { kind = rule.kind, ...body }) =>
        id === 0
          ? call('post', '/api/staff/alert-rules', { body: { ...body, kind } })
          : call('put', '/api/staff/alert-rules/{rule}', {
              params: { path: { rule: id } },
              body: { ...body, version },
            }),
      onSaved() {
        onClose()
        return {
          words: 'Gespeichert. Es gilt ab der nächsten Prüfung, spätestens in fünf Minuten.',
        }
      },
    },
  )
}

/** How long typing rests before a year is counted again, in milliseconds. */
const REST = 600

interface PreviewProps {
  read: { values: RuleValues & { kind?: string }; problems: object }
}

/** How often the rule would have rung in the last year: shown before it is saved. */
function Preview({ read: { values, problems } }: PreviewProps) {
  const call = useCall()
  const isReady = Object.keys(problems).length === 0
  // Whom to tell, and when, changes nothing of what would have been found.
  const told = { is_on: true, to_admins: false, recipients: [] }
  const quiet = { quiet_from: null, quiet_to: null, quiet_days: [] }
  const asked = JSON.stringify({ ...values, ...told, ...quiet })
  const settled = useSettled(asked, REST)
  const { data, error } = useQuery({
    queryKey: ['alert-rule-preview', settled],
    queryFn: ({ signal }) =>
      call('post', '/api/staff/alert-rules/preview', { body: JSON.parse(settled), signal }),
    enabled: isReady && settled === asked,
    staleTime: 60_000,
    retry: false,
  })
  return (
    <section
      className="rule-preview"
      aria-label="Probe am letzten Jahr"
      aria-busy={!data && !error}
    >
      <h4>Probe am letzten Jahr</h4>
      {!isReady && <p className="muted">Sobald die Angaben vollständig sind, steht sie hier.</p>}
      {isReady && error && <p role="alert">{errorWords(error)}</p>}
      {isReady && !error && !data && <p className="muted">Wird gerechnet …</p>}
      {isReady && !error && data && (
        <div role="status">
          {data.words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </section>
  )
}
