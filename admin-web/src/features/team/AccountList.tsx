import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { ROLE_NAMES } from '@/session/session'
import { MomentField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, type Filter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { AccountStateMark } from './AccountStateMark'
import { ACCOUNT_STATES } from './account'
import { InviteDialog } from './InviteDialog'
import '@/ui/page/sheets.css'

const Column = ListColumn<RecordOf<'accounts'>>
const COLUMNS = (
  <>
    <Column
      source="name"
      label="Name"
      isFixed
      sortByOrder="ASC"
      render={({ id, name, email }) => (
        <>
          <Link to={`/accounts/${id}/show`}>{name}</Link>
          <small>{email}</small>
        </>
      )}
    />
    <Column source="role" label="Rolle" sortByOrder="ASC" render={({ role }) => ROLE_NAMES[role]} />
    <Column
      source="state"
      label="Stand"
      sortByOrder="ASC"
      render={({ state }) => <AccountStateMark state={state} />}
    />
    <Column
      source="has_totp"
      label="Zweiter Faktor"
      render={({ has_totp }) => (has_totp ? 'eingerichtet' : 'fehlt noch')}
    />
    <Column
      source="last_seen_at"
      label="Zuletzt da"
      sortByOrder="DESC"
      render={({ last_seen_at }) => <MomentField at={last_seen_at} isShort />}
    />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter
    key="state"
    source="state"
    label="Stand"
    choices={Object.entries(ACCOUNT_STATES).map(([value, { label }]) => ({ value, label }))}
  />,
]

/** Everybody who works here, or did. */
export function AccountList() {
  const [query] = useSearchParams()
  const [isInviting, setInviting] = useState(query.has('invite'))
  return (
    <>
      <ListPage
        resource="accounts"
        title="Team"
        sort={{ field: 'name', order: 'ASC' }}
        rowLabel={({ name }) => name}
        rowPath={({ id }) => `/accounts/${id}/show`}
        actions={
          <Button variant="contained" onClick={() => setInviting(true)}>
            Person einladen
          </Button>
        }
        filters={FILTERS}
        narrow={(account) => ({
          title: account.name,
          meta: account.email,
          aside: ROLE_NAMES[account.role],
          asideMeta: <AccountStateMark state={account.state} />,
        })}
      >
        {COLUMNS}
      </ListPage>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
