import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSession } from '@/session/session'
import { EditDialog } from '@/ui/form/EditDialog'
import type { AccountDocument } from './account'
import { ACTIONS, type AccountAction, actionsOf } from './actions'
import { LeavingDialog } from './LeavingDialog'
import { LinkDialog } from './LinkDialog'

/** Access: invitation, second factor, sessions, and the whole account. */
export function AccountActions({ account }: { account: AccountDocument }) {
  const own = useSession()?.account.id === account.id
  const [asked, setAsked] = useState<AccountAction | null>(null)
  const [link, setLink] = useState<string>()

  return (
    <section className="sheet" aria-labelledby="access">
      <h2 id="access">Zugang</h2>
      <ul className="ruled access">
        {actionsOf(account).map((action) => {
          const isOwn = own && action === 'disable'
          return (
            <li key={action}>
              <p>{isOwn ? OWN_ACCOUNT : ACTIONS[action].meaning}</p>
              {!isOwn && <Button onClick={() => setAsked(action)}>{ACTIONS[action].label}</Button>}
            </li>
          )
        })}
      </ul>
      {link && <LinkDialog name={account.name} link={link} onClose={() => setLink(undefined)} />}
      {asked === 'disable' && <LeavingDialog account={account} onClose={() => setAsked(null)} />}
      {asked && asked !== 'disable' && (
        <EditDialog
          title={`${account.name}: ${ACTIONS[asked].label}`}
          button={ACTIONS[asked].label}
          save={(call) =>
            call('post', `/api/staff/accounts/{id}/${ACTIONS[asked].path}`, {
              params: { path: { id: account.id } },
            })
          }
          renews={['accounts']}
          done={(done) => (done.link ? undefined : ACTIONS[asked].done())}
          onSaved={(done) => {
            setAsked(null)
            if (done?.link) setLink(done.link)
          }}
          onClose={() => setAsked(null)}
        >
          <p>{ACTIONS[asked].meaning}</p>
        </EditDialog>
      )}
    </section>
  )
}

const OWN_ACCOUNT =
  'Das ist Ihr eigenes Konto. Deaktivieren kann es nur jemand anderes mit der Rolle Administration.'
