import { Link } from 'react-router-dom'
import { stateLabel } from '@/lib/states'
import { ShapeMark, StateCell } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
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

const Column = ListColumn<ConversationRow>
const COLUMNS = (
  <>
    <Column source="state" label="Stand" render={({ state }) => <ShapeMark {...STATES[state]} />} />
    <Column
      source="correspondent_name"
      label="Von"
      isFixed
      render={(row) => <Link to={conversationPath(row.id)}>{correspondent(row)}</Link>}
    />
    <Column source="household" label="Platz" render={(row) => <Place row={row} />} />
    <Column
      source="subject"
      label="Betreff"
      render={(row) => (
        <span className="message-subject">
          {row.subject}
          <span className="muted"> {excerptOf(row)}</span>
        </span>
      )}
    />
    <Column
      source="attachment_count"
      label="Dateien"
      isNumeric
      render={({ attachment_count }) => attachment_count || ''}
    />
    <Column
      source="last_inbound_at"
      label="Zuletzt geschrieben"
      tellsChange
      sortByOrder="ASC"
      render={(row) => (
        <>
          <LastWritten row={row} />
          {isWaiting(row) && <small>{waitWords(row.last_inbound_at)}</small>}
        </>
      )}
    />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter
    key="state"
    source="state"
    label="Stand"
    choices={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
  />,
  <ChoiceFilter
    key="is_matched"
    source="is_matched"
    label="Haushalt"
    choices={choicesOf([
      ['false', 'nicht zugeordnet'],
      ['true', 'zugeordnet'],
    ])}
  />,
  <ChoiceFilter
    key="has_attachment"
    source="has_attachment"
    label="Dateien"
    choices={choicesOf([
      ['true', 'mit Dateien'],
      ['false', 'ohne Dateien'],
    ])}
  />,
]

/** What people wrote to us, the latest first; paging through the open ones follows this order. */
export function MessageList() {
  return (
    <ListPage
      resource="conversations"
      title="Posteingang"
      isLive
      topic="conversation"
      above={<MailboxNotice />}
      sort={{ field: 'last_inbound_at', order: 'DESC' }}
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
    >
      {COLUMNS}
    </ListPage>
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
