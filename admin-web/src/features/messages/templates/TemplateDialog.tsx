import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { AnswerTemplate } from '../message'
import { TemplatePreview } from './TemplatePreview'

interface TemplateDialogProps {
  /** Nothing: a new one. */
  template: AnswerTemplate | undefined
  fields: readonly Schemas['TemplateFieldOut'][]
  onClose: () => void
}

const EMPTY = { name: '', topic: '', subject: '', text: 'Guten Tag {vorname} {nachname},\n\n' }

/** A template's words; a field is put where the cursor stands. */
export function TemplateDialog({ template, fields, onClose }: TemplateDialogProps) {
  const [typed, setTyped] = useState(() => (template ? wordsOf(template) : EMPTY))
  const { problem, isRunning, fieldErrors, hasFaults, save } = useSave(template)
  const text = useRef<HTMLTextAreaElement>(null)
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  function insert(name: string) {
    const at = text.current?.selectionStart ?? typed.text.length
    change({ text: `${typed.text.slice(0, at)}{${name}}${typed.text.slice(at)}` })
    text.current?.focus()
  }
  return (
    <FormDialog
      title={template ? template.name : 'Neue Vorlage'}
      button="Speichern"
      isWidest
      isBlocked={isRunning}
      problem={hasFaults ? null : problem}
      onClose={onClose}
      onSubmit={async () => {
        if (await save(typed)) onClose()
      }}
    >
      <div className="template-sides">
        <div className="input-stack">
          {INPUTS.map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              required
              value={typed[name]}
              problem={fieldErrors[name]}
              onValue={(value) => change({ [name]: value })}
              {...(name === 'text' && { multiline: true, minRows: 7, inputRef: text })}
            />
          ))}
          <FieldChoice fields={fields} onField={insert} />
        </div>
        <TemplatePreview subject={typed.subject} text={typed.text} />
      </div>
    </FormDialog>
  )
}

const INPUTS = [
  ['name', 'Name'],
  ['topic', 'Thema'],
  ['subject', 'Betreff einer neuen Nachricht'],
  ['text', 'Text'],
] as const

interface FieldChoiceProps {
  fields: TemplateDialogProps['fields']
  onField: (name: string) => void
}

const FieldChoice = ({ fields, onField }: FieldChoiceProps) => (
  <fieldset className="field-choice">
    <legend>Feld einsetzen</legend>
    {fields.map(({ name, label }) => (
      <button key={name} type="button" className="note-chip" onClick={() => onField(name)}>
        {label}
      </button>
    ))}
  </fieldset>
)

type Words = typeof EMPTY
const wordsOf = ({ name, topic, subject, text }: AnswerTemplate): Words => ({
  name,
  topic,
  subject,
  text,
})

function useSave(template: AnswerTemplate | undefined) {
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(
    'answer-templates',
    'conversations',
  )
  const notify = useNotify()
  async function save(words: Words): Promise<boolean> {
    const done = template
      ? await run('put', '/api/staff/answer-templates/{template_id}', {
          params: { path: { template_id: template.id } },
          body: { ...words, version: template.version },
        })
      : await run('post', '/api/staff/answer-templates', { body: words })
    if (done) notify('Vorlage gespeichert.', { type: 'success' })
    return done !== null
  }
  return { save, isRunning, problem, fieldErrors, hasFaults: Boolean(refusal?.errors) }
}
