import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { ShapeMark, StateCell } from '@/ui/fields/StateMark'
import { useShortcut } from '@/ui/keys/useShortcut'
import { PageTitle } from '@/ui/page/Page'
import { Key } from '../Key'
import { type Conversation, correspondent, STATES, waitWords } from '../message'

/** Who writes, about what, whose turn it is, and that it is done. */
export function ConversationHead({ conversation }: { conversation: Conversation }) {
  const { household, state, last_inbound_at: since } = conversation
  return (
    <section className="conversation-head" aria-label="Auf einen Blick">
      {household && (
        <span className="conversation-spot" aria-hidden="true">
          <StateCell state={household.state} />
        </span>
      )}
      <div className="conversation-who">
        <PageTitle title={correspondent(conversation)} />
        <p className="muted">
          {conversation.subject} <span className="tabular">{conversation.reference}</span>
        </p>
      </div>
      <div className="conversation-does">
        <ShapeMark {...STATES[state]} />
        {state === 'open' && since && (
          <span className="tiny muted">wartet: {waitWords(since)}</span>
        )}
        <Done conversation={conversation} />
      </div>
    </section>
  )
}

/** „Erledigt“, or back again; `e` does it too. */
function Done({ conversation: { id, state } }: { conversation: Conversation }) {
  const { run, isRunning } = useStaffChange('conversations', 'today')
  const notify = useNotify()
  const isClosed = state === 'closed'
  async function press() {
    const done = await run('post', '/api/staff/conversations/{conversation_id}/close', {
      params: { path: { conversation_id: id } },
      body: { is_closed: !isClosed },
    })
    if (done) notify(isClosed ? 'Wieder offen.' : 'Erledigt.', { type: 'success' })
  }
  useShortcut('e', () => void press())
  return (
    <Button variant="outlined" disabled={isRunning} aria-keyshortcuts="e" onClick={press}>
      {isClosed ? 'Wieder aufnehmen' : 'Erledigt'} <Key name="e" />
    </Button>
  )
}
