import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Deliveries } from './Deliveries'
import { WebhookActions } from './WebhookActions'
import { Counts } from './WebhooksPage'
import { type EventType, stateWords, WEBHOOK_STATES, type Webhook } from './webhook'
import '@/ui/page/sheets.css'
import '../integrations.css'

const EVERY_MS = 5_000

/** One webhook: how it goes, what can be done, and what became of each event. */
export function WebhookShow() {
  const id = Number(useParams().id)
  const {
    data: webhook,
    error,
    refetch,
  } = useStaffQuery('/api/staff/webhooks/{id}', {
    params: { path: { id } },
    refetchEvery: EVERY_MS,
  })
  const events = useStaffQuery('/api/staff/webhooks').data?.events ?? []
  return (
    <Page title={webhook?.name ?? 'Webhook'} overline={<Link to="/webhooks">Alle Webhooks</Link>}>
      {error && !webhook && <LoadProblem error={error} onRetry={refetch} />}
      {!webhook && !error && <section className="sheet awaited" aria-busy="true" />}
      {webhook && (
        <>
          <section className="sheet" aria-labelledby="webhook-state">
            <div className="head-row">
              <h2 id="webhook-state">
                <ShapeMark {...WEBHOOK_STATES[webhook.state]} />
              </h2>
              <WebhookActions webhook={webhook} events={events} />
            </div>
            <p className="flush">{stateWords(webhook, formatMoment)}</p>
            <Facts webhook={webhook} events={events} />
            <Counts webhook={webhook} />
          </section>
          <Deliveries webhook={webhook} />
        </>
      )}
    </Page>
  )
}

function Facts({ webhook, events }: { webhook: Webhook; events: readonly EventType[] }) {
  const words = new Map(events.map(({ type, words }) => [type, words]))
  const [current, former] = webhook.secrets
  return (
    <dl className="pairs integration-pairs">
      <div>
        <dt>Adresse</dt>
        <dd className="tabular">{webhook.url}</dd>
      </div>
      <Pair label="Ereignisse">
        {webhook.events.length === events.length
          ? 'alle'
          : webhook.events.map((type) => words.get(type) ?? type).join(', ')}
      </Pair>
      <Pair label="Geheimnis">
        {current && (
          <>
            gilt seit <MomentField at={current.created_at} />
          </>
        )}
        {former?.ends_at && (
          <small>
            Das frühere unterschreibt mit bis <MomentField at={former.ends_at} />.
          </small>
        )}
      </Pair>
      <Pair label="Angelegt">
        <MomentField at={webhook.created_at} />
        {webhook.created_by_name && `, ${webhook.created_by_name}`}
      </Pair>
    </dl>
  )
}
