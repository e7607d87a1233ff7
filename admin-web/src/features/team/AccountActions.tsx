import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useSession } from '@/session/session'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import type { AccountDocument } from './account'
import { ACTIONS, type AccountAction, actionsOf } from './actions'
import { LeavingDialog } from './LeavingDialog'
import { LinkDialog } from './LinkDialog'

/** Access: invitation, second factor, sessions, and the whole account. */
export function AccountActions({ account }: { account: AccountDocument }) {
  const own = useSession()?.account.id === account.id
  const [asked, setAsked] = useState<AccountAction | null>(null)
  const { run, isRunning, problem } = useStaffChange('accounts')
  const notify = useNotify()
  const [link, setLink] = useState<string>()

  async function perform(action: AccountAction) {
    setAsked(null)
    const done = await run('post', `/api/staff/accounts/{id}/${ACTIONS[action].path}`, {
      params: { path: { id: account.id } },
    })
    if (!done) return
    if (done.link) setLink(done.link)
    else notify(ACTIONS[action].done(), { type: 'success' })
  }

  return (
    <section className="sheet" aria-labelledby="access">
      <h2 id="access">Zugang</h2>
      <ul className="ruled access">
        {actionsOf(account).map((action) => {
          const isOwn = own && action === 'disable'
          return (
            <li key={action}>
              <p>{isOwn ? OWN_ACCOUNT : ACTIONS[action].meaning}</p>
              {!isOwn && (
                <Button disabled={isRunning} onClick={() => setAsked(action)}>
                  {ACTIONS[action].label}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {problem && <p role="alert">{problem}</p>}
      {link && <LinkDialog name={account.name} link={link} onClose={() => setLink(undefined)} />}
      {asked === 'disable' && <LeavingDialog account={account} onClose={() => setAsked(null)} />}
      {asked && asked !== 'disable' && (
        <QuestionDialog
          title={`${account.name}: ${ACTIONS[asked].label}`}
          button={ACTIONS[asked].label}
          isRunning={isRunning}
          problem={null}
          onClose={() => setAsked(null)}
          onConfirm={() => void perform(asked)}
        >
          {ACTIONS[asked].meaning}
        </QuestionDialog>
      )}
    </section>
  )
}

const OWN_ACCOUNT =
  'Das ist Ihr eigenes Konto. Deaktivieren kann es nur jemand anderes mit der Rolle Administration.'
