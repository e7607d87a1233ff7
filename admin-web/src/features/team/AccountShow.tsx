import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { ROLE_NAMES, useSession } from '@/session/session'
import { Pair } from '@/ui/fields/Pair'
import { MomentField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { AccountStateMark } from './AccountStateMark'
import { type AccountDocument, invitationWords } from './account'
import { ACTIONS, type AccountAction, actionsOf } from './actions'
import { EditAccount } from './EditAccount'
import { Holdings } from './Holdings'
import { LeavingDialog } from './LeavingDialog'
import { LinkDialog } from './LinkDialog'
import '@/ui/page/sheets.css'
import './team.css'

/** One account: who it is, what may be changed, where it is signed in. */
export function AccountShow() {
  const id = Number(useParams().id)
  const {
    data: account,
    error,
    refetch,
  } = useStaffQuery('/api/staff/accounts/{id}', {
    params: { path: { id } },
  })
  return (
    <Page title={account?.name ?? 'Konto'} overline={<Link to="/accounts">Das ganze Team</Link>}>
      {error && !account && <LoadProblem error={error} onRetry={refetch} />}
      {!account && !error && <section className="sheet awaited" aria-busy="true" />}
      {account && (
        <>
          <div className="two-column-form">
            <Facts account={account} />
            <EditAccount key={account.version} account={account} />
          </div>
          {account.state === 'disabled' && <StillHeld account={account} />}
          <AccountActions account={account} />
          <AccountSessions account={account} />
        </>
      )}
    </Page>
  )
}

function Facts({ account }: { account: AccountDocument }) {
  const invitation = invitationWords(account, formatMoment)
  return (
    <section className="sheet" aria-labelledby="account">
      <h2 id="account">
        <AccountStateMark state={account.state} />
      </h2>
      <dl className="pairs">
        <Pair label="E-Mail-Adresse">{account.email}</Pair>
        <Pair label="Rolle">{ROLE_NAMES[account.role]}</Pair>
        <Pair label="Zweiter Faktor">{account.has_totp ? 'eingerichtet' : 'fehlt noch'}</Pair>
        <Pair label="Angelegt">{formatMoment(account.created_at)}</Pair>
        <Pair label="Zuletzt da">
          {account.last_seen_at ? formatMoment(account.last_seen_at) : 'noch nie'}
        </Pair>
      </dl>
      {invitation && <p>{invitation}</p>}
    </section>
  )
}

/** What still hangs on an account that is switched off. */
function StillHeld({ account }: { account: AccountDocument }) {
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useStaffQuery('/api/staff/accounts/{id}/holdings', {
    params: { path: { id: account.id } },
  })
  if (!data || data.holdings.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="still-held">
      <h2 id="still-held">Was noch an dem Konto hängt</h2>
      <p className="flush">
        Gesendet wird dem Konto nichts mehr. Was hier steht, wartet auf eine Übergabe.
      </p>
      <Holdings holdings={data.holdings} />
      <p className="buttons">
        <Button variant="contained" onClick={() => setIsAsking(true)}>
          Übergeben
        </Button>
      </p>
      {isAsking && <LeavingDialog account={account} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** Where the person is signed in right now. */
function AccountSessions({ account: { sessions } }: { account: AccountDocument }) {
  return (
    <section className="sheet" aria-labelledby="sessions">
      <h2 id="sessions">Sitzungen</h2>
      {sessions.length === 0 ? (
        <p className="muted">Gerade ist die Person nirgends angemeldet.</p>
      ) : (
        <ScrollRegion label="Tabelle der Sitzungen">
          <table>
            <thead>
              <tr>
                <th scope="col">Gerät</th>
                <th scope="col">Angemeldet</th>
                <th scope="col">Zuletzt da</th>
                <th scope="col">Endet spätestens</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <td>
                    {session.device}
                    {session.is_current && <small>Diese Sitzung</small>}
                  </td>
                  <td>
                    <MomentField at={session.created_at} isShort />
                  </td>
                  <td>
                    <MomentField at={session.last_seen_at} isShort />
                  </td>
                  <td>
                    <MomentField at={session.expires_at} isShort />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

/** Access: invitation, second factor, sessions, and the whole account. */
function AccountActions({ account }: { account: AccountDocument }) {
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
