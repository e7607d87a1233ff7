import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { ROLE_NAMES } from '@/session/session'
import { MomentField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import type { Filter } from '@/ui/list/filters/filter'
import { AccountStateMark } from './AccountStateMark'
import { ACCOUNT_STATES } from './account'
import { InviteDialog } from './InviteDialog'
import '@/ui/page/sheets.css'

const COLUMNS: Column<RecordOf<'accounts'>>[] = [
  {
    name: 'name',
    label: 'Name',
    isFixed: true,
    isSortable: true,
    render: ({ id, name, email }) => (
      <>
        <Link to={`/accounts/${id}/show`}>{name}</Link>
        <small>{email}</small>
      </>
    ),
  },
  { name: 'role', label: 'Rolle', isSortable: true, render: ({ role }) => ROLE_NAMES[role] },
  {
    name: 'state',
    label: 'Stand',
    isSortable: true,
    render: ({ state }) => <AccountStateMark state={state} />,
  },
  {
    name: 'has_totp',
    label: 'Zweiter Faktor',
    render: ({ has_totp }) => (has_totp ? 'eingerichtet' : 'fehlt noch'),
  },
  {
    name: 'last_seen_at',
    label: 'Zuletzt da',
    isSortable: true,
    firstOrder: 'DESC',
    render: ({ last_seen_at }) => <MomentField at={last_seen_at} isShort />,
  },
]

const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: 'Stand',
    kind: 'one',
    choices: Object.entries(ACCOUNT_STATES).map(([value, { label }]) => ({ value, label })),
  },
]

/** Everybody who works here, or did. */
export function AccountList() {
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <ConsoleList
        resource="accounts"
        title="Team"
        sort={{ field: 'name', order: 'ASC' }}
        columns={COLUMNS}
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
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
