import { Link } from 'react-router-dom'
import { stateLabel } from '@/lib/states'
import { ShapeMark, StateCell } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { choicesOf, type Filter } from '@/ui/list/filters/filter'
import {
  type ConversationRow,
  conversationPath,
  correspondent,
  kindWords,
  STATES,
  waitWords,
} from '../message'
import { MailboxNotice } from './MailboxNotice'
import '../messages.css'

const COLUMNS: Column<ConversationRow>[] = [
  { name: 'state', label: 'Stand', render: ({ state }) => <ShapeMark {...STATES[state]} /> },
  {
    name: 'correspondent_name',
    label: 'Von',
    isFixed: true,
    render: (row) => <Link to={conversationPath(row.id)}>{correspondent(row)}</Link>,
  },
  { name: 'household', label: 'Platz', render: (row) => <Place row={row} /> },
  {
    name: 'subject',
    label: 'Betreff',
    render: (row) => (
      <span className="message-subject">
        {row.subject}
        <span className="muted"> {excerptOf(row)}</span>
      </span>
    ),
  },
  {
    name: 'attachment_count',
    label: 'Dateien',
    isNumeric: true,
    render: ({ attachment_count }) => attachment_count || '',
  },
  {
    name: 'last_inbound_at',
    label: 'Zuletzt geschrieben',
    isSortable: true,
    firstOrder: 'ASC',
    tellsChange: true,
    render: (row) => (
      <>
        <LastWritten row={row} />
        {isWaiting(row) && <small>{waitWords(row.last_inbound_at)}</small>}
      </>
    ),
  },
]

const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: 'Stand',
    kind: 'one',
    choices: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
  {
    name: 'is_matched',
    label: 'Haushalt',
    kind: 'one',
    choices: choicesOf([
      ['false', 'nicht zugeordnet'],
      ['true', 'zugeordnet'],
    ]),
  },
  {
    name: 'has_attachment',
    label: 'Dateien',
    kind: 'one',
    choices: choicesOf([
      ['true', 'mit Dateien'],
      ['false', 'ohne Dateien'],
    ]),
  },
]

/** What people wrote to us, those first who have waited longest. */
export function MessageList() {
  return (
    <ConsoleList
      resource="conversations"
      title="Posteingang"
      isLive
      topic="conversation"
      above={<MailboxNotice />}
      sort={{ field: 'last_inbound_at', order: 'DESC' }}
      columns={COLUMNS}
      rowLabel={(row) => `${correspondent(row)}: ${row.subject}`}
      rowPath={({ id }) => conversationPath(id)}
      empty="Noch hat niemand geschrieben."
      filters={FILTERS}
      narrow={(row) => ({
        title: correspondent(row),
        meta: row.subject,
        aside: <LastWritten row={row} />,
        asideMeta: <ShapeMark {...STATES[row.state]} />,
      })}
    />
  )
}

/** When the correspondent wrote last; where only we have written, when that was. */
function LastWritten({ row: { last_inbound_at, last_outbound_at } }: { row: ConversationRow }) {
  if (last_inbound_at) return <MomentField at={last_inbound_at} isShort />
  if (!last_outbound_at) return null
  return (
    <span className="muted">
      von uns, <MomentField at={last_outbound_at} isShort />
    </span>
  )
}

/** The household's place, that none has been found yet, or that there is none. */
function Place({ row: { household, belongs_to_none } }: { row: ConversationRow }) {
  if (!household)
    return <span className="muted">{belongs_to_none ? 'niemand' : 'nicht zugeordnet'}</span>
  return (
    <span className="standing">
      <StateCell state={household.state} />
      <span className="tabular">
        {household.spot_number}
        <span className="visually-hidden">, {stateLabel(household.state)}</span>
      </span>
    </span>
  )
}

const isWaiting = (row: ConversationRow): row is ConversationRow & { last_inbound_at: string } =>
  row.state === 'open' && row.last_inbound_at !== null && waitWords(row.last_inbound_at) !== 'heute'

const excerptOf = (row: ConversationRow): string => kindWords(row.kind) || row.excerpt
