import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { ROLE_NAMES } from '@/session/session'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { AccountActions } from './AccountActions'
import { AccountSessions } from './AccountSessions'
import { AccountStateMark } from './AccountStateMark'
import { type AccountDocument, invitationWords } from './account'
import { EditAccount } from './EditAccount'
import { StillHeld } from './StillHeld'
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
      {!account && !error && <section className="sheet account-skeleton" aria-busy="true" />}
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

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
