import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useSettled } from '@/lib/useSettled'
import { EditForm, EditFrame, FormEnd } from '@/ui/form/EditForm'
import { TextInput, TickInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import { FigureFields, QuietFields } from './RuleFields'
import {
  hasThreshold,
  type Known,
  type Rule,
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
  const edit = useRuleEdit(rule, known, onClose)
  const { form } = edit
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const unit = unitOf(form, unitFor(known, rule, form.kind))

  return (
    <EditFrame edit={edit}>
      <section aria-labelledby={id}>
        <EditForm edit={edit} className="input-stack rule-form">
          <h3 id={id} ref={heading} tabIndex={-1}>
            {rule.title}
          </h3>
          <TickInput source="is_on" label="Eingeschaltet" />
          {rule.comparison && <FigureFields edit={edit} known={known} isNew={rule.id === 0} />}
          {unit && hasThreshold(form) && (
            <TextInput
              source="threshold"
              label={thresholdLabel(form, unit)}
              html={{ inputMode: 'decimal' }}
              className="short"
            />
          )}
          {rule.comparison && <Preview read={edit} />}
          <RecipientFields />
          <QuietFields form={form} />
          <FormEnd edit={edit}>
            <Button onClick={onClose}>Abbrechen</Button>
          </FormEnd>
        </EditForm>
      </section>
    </EditFrame>
  )
}

const RecipientFields = () => (
  <fieldset className="field-group">
    <legend>Wer bekommt die Mail?</legend>
    <TickInput source="to_admins" label="Alle mit der Rolle Administration" />
    <TextInput
      source="recipients"
      label="Weitere Adressen"
      hint="Eine je Zeile. Ohne jede Adresse steht es nur hier."
      minRows={2}
      fullWidth
      html={{ spellCheck: false }}
    />
  </fieldset>
)

const unitFor = (known: Known, rule: Rule, kind: string) =>
  known.figures.find(({ name }) => name === kind)?.unit ?? rule.unit

const useRuleEdit = (rule: Rule, known: Known, onClose: () => void) =>
  useEdit({
    kind: ruleKind((kind) => unitFor(known, rule, kind)),
    start: rule,
    isWhole: rule.id === 0,
    save: (call, { kind = rule.kind, ...body }, { base: { id, version } }) =>
      id === 0
        ? call('post', '/api/staff/alert-rules', { body: { ...body, kind } })
        : call('put', '/api/staff/alert-rules/{rule}', {
            params: { path: { rule: id } },
            body: { ...body, version },
          }),
    renews: ['alert-rules', 'alerts'],
    done: 'Gespeichert. Es gilt ab der nächsten Prüfung, spätestens in fünf Minuten.',
    onSaved: () => onClose(),
  })

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
