import { useRef } from 'react'
import type { Schemas } from '@/api/operations'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput, useField } from '@/ui/form/inputs'
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
  const { name, topic, subject, text } = template ?? EMPTY
  return (
    <EditDialog
      title={template ? template.name : 'Neue Vorlage'}
      button="Speichern"
      maxWidth="lg"
      schema="AnswerTemplateIn"
      start={{ name, topic, subject, text }}
      save={(call, body) =>
        template
          ? call('put', '/api/staff/answer-templates/{template_id}', {
              params: { path: { template_id: template.id } },
              body: { ...body, version: template.version },
            })
          : call('post', '/api/staff/answer-templates', { body })
      }
      renews={['answer-templates', 'conversations']}
      done="Vorlage gespeichert."
      onClose={onClose}
    >
      {({ form }) => (
        <div className="template-sides">
          <Fields fields={fields} />
          <TemplatePreview subject={form.subject} text={form.text} />
        </div>
      )}
    </EditDialog>
  )
}

function Fields({ fields }: Pick<TemplateDialogProps, 'fields'>) {
  const element = useRef<HTMLTextAreaElement>(null)
  const { value: text, onChange } = useField<string>('text')
  function insert(name: string) {
    const at = element.current?.selectionStart ?? text.length
    onChange(`${text.slice(0, at)}{${name}}${text.slice(at)}`)
    element.current?.focus()
  }
  return (
    <div className="input-stack">
      <TextInput source="name" label="Name" required />
      <TextInput source="topic" label="Thema" required />
      <TextInput source="subject" label="Betreff einer neuen Nachricht" required />
      <TextInput
        source="text"
        label="Text"
        required
        minRows={7}
        slotProps={{ htmlInput: { ref: element } }}
      />
      <fieldset className="field-choice">
        <legend>Feld einsetzen</legend>
        {fields.map(({ name, label }) => (
          <button key={name} type="button" className="note-chip" onClick={() => insert(name)}>
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
