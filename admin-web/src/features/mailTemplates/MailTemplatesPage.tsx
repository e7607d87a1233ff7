import { Link, useSearchParams } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { kindWord } from '@/ui/mail/mail'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
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
      {!rows && !error && <section className="sheet awaited" aria-busy="true" />}
      {rows && kind && (
        <div className="templates">
          <TemplateNavigation rows={rows} current={kind} />
          <TemplatePreview kind={kind} />
        </div>
      )}
    </Page>
  )
}

type TemplateRow = Schemas['MailTemplateRowOut']

const GROUPS: readonly [string, boolean][] = [
  ['An Haushalte, um ihren Platz', true],
  ['Alle anderen', false],
]

/** The kinds of mails in two groups. */
function TemplateNavigation({ rows, current }: { rows: readonly TemplateRow[]; current: string }) {
  return (
    <nav className="sheet template-kinds" aria-label="Arten von Mails">
      {GROUPS.map(([title, isToHousehold]) => (
        <section key={title} aria-labelledby={`kinds-${isToHousehold}`}>
          <h2 id={`kinds-${isToHousehold}`}>{title}</h2>
          <ul>
            {rows
              .filter(({ is_to_household }) => is_to_household === isToHousehold)
              .map(({ kind, subject }) => (
                <li key={kind}>
                  <Link
                    to={`/mail-templates?kind=${kind}`}
                    aria-current={kind === current ? 'page' : undefined}
                  >
                    {kindWord(kind)}
                    <small>{subject}</small>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
