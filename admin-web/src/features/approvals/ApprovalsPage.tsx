import Button from '@mui/material/Button'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort, formatNumber } from '@/lib/format'
import { operationPast } from '@/lib/operationWords'
import { MomentField } from '@/ui/fields/values'
import { NarrowTable } from '@/ui/list/NarrowTable'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { useUndo } from '@/ui/page/useUndo'
import { LeftOut } from './LeftOut'
import { RequestCard } from './RequestCard'
import { type OperationRequest, personOf, settledWords, titleOf } from './request'
import '@/ui/page/sheets.css'
import './approvals.css'

/** Large operations that nobody can take back: asked for by one person, approved by another. */
export function ApprovalsPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/operation-requests', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Freigaben">
      <p className="flush muted approvals-reading">
        Was mehr als 25 Haushalte endgültig betrifft, tut hier niemand allein: Eine Person legt es
        vor, eine zweite gibt es frei. Nach 24 Stunden ohne Antwort verfällt es. Unten steht, was in
        den letzten 24 Stunden mit mehreren Haushalten zugleich geschah.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited-part" aria-busy="true" />}
      {data?.waiting.length === 0 && (
        <section className="sheet empty">
          <p>Gerade wartet nichts auf eine Freigabe.</p>
        </section>
      )}
      {data?.waiting.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {data && data.settled.length > 0 && (
        <Section title="Zuletzt entschieden">
          <Settled requests={data.settled} />
        </Section>
      )}
      {data && data.recent.length > 0 && (
        <Section title="Letzte Vorgänge">
          <Recent operations={data.recent} />
        </Section>
      )}
    </Page>
  )
}

function Settled({ requests }: { requests: readonly OperationRequest[] }) {
  if (useIsNarrow())
    return (
      <NarrowTable
        label="Tabelle: Zuletzt entschieden"
        rows={requests}
        rowKey={({ id }) => id}
        narrow={(request) => ({
          title: titleOf(request),
          meta: settledWords(request),
          aside: <MomentField at={request.asked_at} isShort />,
          ...(request.left_out.length > 0 && { more: <LeftOut request={request} /> }),
        })}
      />
    )
  return (
    <ul className="ruled">
      {requests.map((request) => (
        <SettledRow key={request.id} request={request} />
      ))}
    </ul>
  )
}

/** A request that is decided, or that nobody answered in time. */
function SettledRow({ request }: { request: OperationRequest }) {
  return (
    <li>
      <strong>{titleOf(request)}</strong>
      <p className="flush">{settledWords(request)}</p>
      <LeftOut request={request} />
      {request.undo && (
        <UndoAll operationId={request.undo.operation_id} until={request.undo.until} />
      )}
      <p className="flush tiny muted">
        Vorgelegt von {personOf(request.asked_by_name)},{' '}
        <MomentField at={request.asked_at} isShort />
      </p>
    </li>
  )
}

type Operation = Schemas['RecentOperationOut']

/**
 * What was done to several reservations within a day, one's own and the team's, each with the way back as long
 * as there is one.
 */
function Recent({ operations }: { operations: readonly Operation[] }) {
  const own = operations.filter((one) => one.is_own)
  const others = operations.filter((one) => !one.is_own)
  return (
    <>
      {own.length > 0 && <List title="Von Ihnen" operations={own} />}
      {others.length > 0 && <List title="Vom Team" operations={others} />}
    </>
  )
}

function List({ title, operations }: { title: string; operations: readonly Operation[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul className="ruled">
        {operations.map((one) => (
          <li key={one.operation_id}>
            <strong>
              {operationPast(one.name)}: {formatNumber(one.count)} Reservierungen
            </strong>
            <p className="flush tiny muted">
              {personOf(one.actor_name)}, <MomentField at={one.at} isShort />
            </p>
            {one.undo_until ? (
              <UndoAll operationId={one.operation_id} until={one.undo_until} />
            ) : (
              <p className="flush">{overWords(one)}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const overWords = ({ undone_at, undone_by_name }: Operation): string =>
  undone_at
    ? `Zurückgenommen von ${personOf(undone_by_name)}, ${formatMomentShort(undone_at)}.`
    : 'Zusammen lässt sich das nicht mehr zurücknehmen.'

interface UndoAllProps {
  operationId: number
  until: string
}

/** Takes back all of an operation, by whoever may do it. */
function UndoAll({ operationId, until }: UndoAllProps) {
  const { mutate, isPending } = useUndo()
  return (
    <p className="flush undo-all">
      <Button variant="outlined" disabled={isPending} onClick={() => mutate(operationId)}>
        Alles rückgängig machen
      </Button>
      <span className="muted tiny">
        bis <time dateTime={until}>{formatMomentShort(until)}</time>
      </span>
    </p>
  )
}
