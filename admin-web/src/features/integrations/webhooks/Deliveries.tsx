import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { HistoryPager } from '@/ui/list/HistoryPager'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { DeliveryDialog } from './DeliveryDialog'
import {
  type Delivery,
  type DeliveryState,
  deliveryMark,
  outcomeWords,
  STATE_CHOICES,
  type Webhook,
} from './webhook'

const PER_PAGE = 25

/** The log of a webhook, the latest first: what became of each event. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<DeliveryState>()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<number | null>(null)
  const { data, error, refetch, isPlaceholderData } = useStaffQuery(
    '/api/staff/webhooks/{id}/deliveries',
    {
      params: {
        path: { id: webhook.id },
        query: { page, per_page: PER_PAGE, state },
      },
      refetchEvery: 5_000,
    },
  )
  const rows = data?.data ?? []
  return (
    <Section title="Zustellungen" action={<ReplayFailed webhook={webhook} />}>
      <label className="filter delivery-filters">
        Stand{' '}
        <select
          className="choice"
          value={state ?? ''}
          onChange={({ target }) => {
            setState(STATE_CHOICES.find(([value]) => value === target.value)?.[0])
            setPage(1)
          }}
        >
          <option value="">alle</option>
          {STATE_CHOICES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="awaited" aria-busy="true" />}
      {data && rows.length === 0 && (
        <p className="muted flush">
          {state
            ? 'Keine Zustellung mit diesem Stand.'
            : 'Noch keine. Die erste folgt auf das nächste gewählte Ereignis.'}
        </p>
      )}
      {rows.length > 0 && (
        <>
          <PlainTable<Delivery>
            label="Tabelle: Zustellungen, die jüngsten zuerst"
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsFor(setShown)}
            narrow={(delivery) => narrowRow(delivery, setShown)}
            isBusy={isPlaceholderData}
          />
          <HistoryPager
            label="Seiten der Zustellungen"
            {...{ page, perPage: PER_PAGE, onPage: setPage }}
            answer={data}
          />
        </>
      )}
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

const narrowRow = (delivery: Delivery, onShow: (id: number) => void): NarrowRowParts => ({
  title: delivery.event_words,
  isText: true,
  meta: outcomeWords(delivery),
  aside: <MomentField at={delivery.happened_at} isShort />,
  asideMeta: <ShapeMark {...deliveryMark(delivery)} />,
  more: <ShowDelivery delivery={delivery} onShow={onShow} />,
})

function columnsFor(onShow: (id: number) => void): PlainColumn<Delivery>[] {
  return [
    {
      label: 'Ereignis',
      isText: true,
      render: (delivery) => (
        <>
          {delivery.event_words}
          <small>
            <MomentField at={delivery.happened_at} isShort />
          </small>
          {delivery.about && <small className="tabular">{delivery.about}</small>}
        </>
      ),
    },
    {
      label: 'Stand',
      isText: true,
      render: (delivery) => (
        <>
          <ShapeMark {...deliveryMark(delivery)} />
          <small>{outcomeWords(delivery)}</small>
        </>
      ),
    },
    {
      label: 'Aktionen',
      render: (delivery) => <ShowDelivery delivery={delivery} onShow={onShow} />,
    },
  ]
}

interface ShowDeliveryProps {
  delivery: Delivery
  onShow: (id: number) => void
}

function ShowDelivery({ delivery: { id, event_words, about }, onShow }: ShowDeliveryProps) {
  return (
    <RowButton
      label="Ansehen"
      what={`${event_words}${about ? `, ${about}` : ''}`}
      onClick={() => onShow(id)}
    />
  )
}

function ReplayFailed({ webhook }: { webhook: Webhook }) {
  const { run, isRunning } = useStaffChange('webhooks')
  const notify = useNotify()
  if (webhook.failed === 0) return null
  async function replay() {
    const answer = await run('post', '/api/staff/webhooks/{id}/replay', {
      params: { path: { id: webhook.id } },
    })
    if (!answer) return
    const words = counted(answer.count, 'Eine Zustellung geht', 'Zustellungen gehen')
    notify(`${words} erneut hinaus.`, { type: 'success' })
  }
  return (
    <Button disabled={isRunning} onClick={() => void replay()}>
      Alle nicht zugestellten erneut senden
    </Button>
  )
}
