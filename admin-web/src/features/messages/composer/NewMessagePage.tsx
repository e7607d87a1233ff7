import { Link, useNavigate, useParams } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { namedFiles } from '../files/attached'
import { useFiles } from '../files/useFiles'
import { conversationPath } from '../message'
import { Composer } from './Composer'
import { TemplateChoice } from './TemplateChoice'
import { type ComposerData, useComposer } from './useComposer'
import '../messages.css'

/** The first message to a household, from its record. */
export function NewMessagePage() {
  const id = Number(useParams().reservation)
  const { data, error, refetch } = useStaffQuery(
    '/api/staff/reservations/{reservation_id}/messages/composer',
    { params: { path: { reservation_id: id } } },
  )
  return (
    <Page
      title="Neue Nachricht"
      overline={<Link to={`/reservations/${id}/show`}>Zur Reservierung</Link>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet" aria-busy="true" />}
      {data?.problem && (
        <section className="sheet">
          <p role="alert">{data.problem}</p>
        </section>
      )}
      {data && !data.problem && <Writing key={id} id={id} data={data} />}
    </Page>
  )
}

function Writing({ id, data }: { id: number; data: ComposerData }) {
  const state = useComposer(`message to ${id}`, data)
  const files = useFiles(`message to ${id}`, { kind: 'reservation', id })
  const navigate = useNavigate()
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(
    'conversations',
    'reservations',
  )
  async function send() {
    const { subject, text, key, sendAt } = state.draft
    const begun = await run('post', '/api/staff/reservations/{reservation_id}/messages', {
      params: { path: { reservation_id: id } },
      body: { subject, text, key, send_at: sendAt || null, ...namedFiles(files.files) },
    })
    if (begun === null) return
    state.begin()
    files.begin()
    navigate(conversationPath(begun.conversation_id))
  }
  return (
    <div className="conversation-body is-new">
      <div className="conversation-talk">
        <Composer
          data={data}
          state={state}
          files={files}
          of={{ kind: 'reservation', id }}
          faults={fieldErrors}
          problem={refusal?.errors ? null : problem}
          isRunning={isRunning}
          onSend={send}
        />
      </div>
      <aside className="conversation-side" aria-label="Vorlagen">
        <TemplateChoice templates={data.templates} state={state} />
      </aside>
    </div>
  )
}
