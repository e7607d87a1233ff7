import { useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { TemplateNavigation } from './TemplateNavigation'
import { TemplatePreview } from './TemplatePreview'
import '@/ui/page/sheets.css'
import '@/ui/mail/mails.css'
import './mailTemplates.css'

/** Every kind of mail as its recipient reads it, with a made-up household. The kind stands in the address. */
export function MailTemplatesPage() {
  const [search] = useSearchParams()
  const { data: rows, error, refetch } = useStaffQuery('/api/staff/mail-templates')
  const kind = search.get('kind') ?? rows?.[0]?.kind
  return (
    <Page title="Mail-Vorlagen">
      {error && !rows && <LoadProblem error={error} onRetry={refetch} />}
      {!rows && !error && <section className="sheet template-skeleton" aria-busy="true" />}
      {rows && kind && (
        <div className="templates">
          <TemplateNavigation rows={rows} current={kind} />
          <TemplatePreview kind={kind} />
        </div>
      )}
    </Page>
  )
}
