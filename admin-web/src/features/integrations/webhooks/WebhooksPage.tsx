import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort, formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { OnceDialog } from '../OnceDialog'
import { WebhookDialog } from './WebhookDialog'
import { eventsWords, type NewWebhook, stateWords, WEBHOOK_STATES, type Webhook } from './webhook'
import '@/ui/page/sheets.css'
import '../integrations.css'

/** Who is told what happens, and how that goes. */
export function WebhooksPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/webhooks', { refetchEvery: 10_000 })
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewWebhook | null>(null)
  return (
    <Page
      title="Webhooks"
      actions={
        <Button className="to-the-right" variant="contained" onClick={() => setAdding(true)}>
          Webhook anlegen
        </Button>
      }
    >
      <p className="page-question">
        Ein Webhook sagt einem anderen Programm Bescheid, sobald etwas geschieht: unterschrieben,
        ohne Namen und Kontaktdaten.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited" aria-busy="true" />}
      {data?.data.length === 0 && (
        <section className="sheet empty">
          <p>
            Noch bekommt niemand Bescheid. Für den ersten Webhook brauchen Sie die Adresse, unter
            der das andere Programm Nachrichten annimmt.
          </p>
          <Button variant="outlined" onClick={() => setAdding(true)}>
            Ersten Webhook anlegen
          </Button>
        </section>
      )}
      {data && data.data.length > 0 && (
        <section className="sheet" aria-label="Alle Webhooks">
          <ul className="ruled integrations">
            {data.data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} events={data.events.length} />
            ))}
          </ul>
        </section>
      )}
      {isAdding && data && (
        <WebhookDialog
          webhook={null}
          events={data.events}
          onClose={() => setAdding(false)}
          onAdded={setMade}
        />
      )}
      {made && (
        <OnceDialog
          title={`Geheimnis für „${made.name}“`}
          what="Geheimnis"
          value={made.secret}
          onClose={() => setMade(null)}
        >
          Damit prüft der Empfänger unsere Unterschrift. Wir zeigen es nur dieses eine Mal.
        </OnceDialog>
      )}
    </Page>
  )
}

function WebhookRow({ webhook, events }: { webhook: Webhook; events: number }) {
  return (
    <li>
      <div>
        <h2 className="row-name">
          <Link to={`/webhooks/${webhook.id}`}>{webhook.name}</Link>
        </h2>
        <p className="muted flush">{webhook.host}</p>
        <p className="tiny muted flush">{eventsWords(webhook.events.length, events)}</p>
      </div>
      <div>
        <p className="flush">
          <ShapeMark {...WEBHOOK_STATES[webhook.state]} />
        </p>
        <p className="tiny muted flush">{stateWords(webhook, formatMomentShort)}</p>
      </div>
      <Counts webhook={webhook} />
    </li>
  )
}

/** What arrived today, what waits, what was given up. */
export function Counts({ webhook }: { webhook: Webhook }) {
  const figures = [
    ['zugestellt, 24 Stunden', webhook.delivered],
    ['warten', webhook.waiting],
    ['nicht zugestellt', webhook.failed],
  ] as const
  return (
    <dl className="delivery-figures">
      {figures.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
