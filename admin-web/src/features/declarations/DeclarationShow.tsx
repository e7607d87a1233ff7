import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { CaseSection } from './CaseSection'
import { type Declaration, KINDS, STEPS } from './declaration'
import { Verbatim } from './Verbatim'
import '@/ui/page/sheets.css'
import './declarations.css'

/** One declaration: where it stands, what it says word for word, what it may be about, its history. */
export function DeclarationShow() {
  const id = Number(useParams().id)
  const {
    data: declaration,
    error,
    refetch,
  } = useStaffQuery('/api/staff/declarations/{declaration_id}', {
    params: { path: { declaration_id: id } },
  })
  const title = declaration ? `${KINDS[declaration.kind]} von ${declaration.name}` : 'Erklärung'
  return (
    <Page title={title} overline={<Link to="/declarations">Alle Erklärungen</Link>}>
      {error && !declaration && <LoadProblem error={error} onRetry={refetch} />}
      {!declaration && !error && <section className="sheet case-skeleton" aria-busy="true" />}
      {declaration && (
        <>
          <CaseSection declaration={declaration} />
          <div className="case-columns">
            <Verbatim declaration={declaration} />
            <History declaration={declaration} />
          </div>
        </>
      )}
    </Page>
  )
}

function History({ declaration }: { declaration: Declaration }) {
  return (
    <Section title="Verlauf">
      <ol className="timeline">
        {declaration.history.map(({ at, action, by_name, reservation_reference }) => (
          <li key={at + action}>
            <b>{STEPS[action].done}</b>
            {action === 'match' && ` zu ${reservation_reference ?? 'keiner Reservierung'}`}
            <small className="muted">
              {by_name ?? 'Jemand'}, <MomentField at={at} />
            </small>
          </li>
        ))}
        <li>
          <b>eingegangen</b>
          <small className="muted">{declaration.received_berlin}</small>
        </li>
      </ol>
    </Section>
  )
}
