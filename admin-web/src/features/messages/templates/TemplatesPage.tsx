import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import type { AnswerTemplate } from '../message'
import { TemplateDialog } from './TemplateDialog'
import '@/ui/page/sheets.css'
import '../messages.css'

type Asked = { of: 'new' } | { of: 'edit' | 'remove'; template: AnswerTemplate }

/** The texts that answers begin with. */
export function TemplatesPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/answer-templates')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Page title="Antwortvorlagen">
      <p className="templates-lead">
        <span className="muted">
          Texte, mit denen eine Antwort beginnt. Was in Klammern steht, wird für jeden Haushalt
          eingesetzt.
        </span>
        <Button variant="outlined" onClick={() => setAsked({ of: 'new' })}>
          Neue Vorlage
        </Button>
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet" aria-busy="true" />}
      {data?.data.length === 0 && (
        <section className="sheet">
          <p>Noch gibt es keine Vorlage. Legen Sie die erste an.</p>
        </section>
      )}
      {data?.data.map((template) => (
        <TemplateSheet key={template.id} template={template} onAsk={setAsked} />
      ))}
      {data && asked && asked.of !== 'remove' && (
        <TemplateDialog
          template={asked.of === 'edit' ? asked.template : undefined}
          fields={data.fields}
          onClose={close}
        />
      )}
      {asked?.of === 'remove' && <RemoveDialog template={asked.template} onClose={close} />}
    </Page>
  )
}

interface TemplateSheetProps {
  template: AnswerTemplate
  onAsk: (asked: Asked) => void
}

function TemplateSheet({ template, onAsk }: TemplateSheetProps) {
  const id = `template-${template.id}`
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="head-row">
        <h2 id={id}>
          {template.name} <span className="muted tiny">{template.topic}</span>
        </h2>
        <p className="buttons">
          <Button variant="outlined" onClick={() => onAsk({ of: 'edit', template })}>
            Bearbeiten<span className="visually-hidden">: {template.name}</span>
          </Button>
          <Button onClick={() => onAsk({ of: 'remove', template })}>
            Löschen<span className="visually-hidden">: {template.name}</span>
          </Button>
        </p>
      </div>
      <p>
        <b>{template.subject}</b>
      </p>
      <p className="message-text">{template.text}</p>
      <p className="muted tiny">
        {template.updated_by_name
          ? `Zuletzt geändert von ${template.updated_by_name}, ${formatMomentShort(template.updated_at)}`
          : 'Mitgeliefert'}
      </p>
    </section>
  )
}

interface RemoveDialogProps {
  template: AnswerTemplate
  onClose: () => void
}

/** A template is offered no more. */
const RemoveDialog = ({ template, onClose }: RemoveDialogProps) => (
  <EditDialog
    title={`Vorlage „${template.name}“ löschen?`}
    button="Löschen"
    isDangerous
    save={(call) =>
      call('delete', '/api/staff/answer-templates/{template_id}', {
        params: { path: { template_id: template.id } },
      })
    }
    renews={['answer-templates', 'conversations']}
    done="Vorlage gelöscht."
    onClose={onClose}
  >
    <p>Sie wird niemandem mehr angeboten. Geschriebene Antworten bleiben, wie sie sind.</p>
  </EditDialog>
)
