import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ROLE_NAMES } from '@/session/session'
import { FormDialog } from '@/ui/form/FormDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import type { AccountDocument, AccountRow } from './account'
import { ACTIONS } from './actions'
import { Holdings } from './Holdings'
import { handOverWords } from './holding'

interface LeavingDialogProps {
  account: AccountDocument
  onClose: () => void
}

/** Switches an account off, with what hangs on it and to whom that goes; of one that is off, only the latter. */
export function LeavingDialog({ account, onClose }: LeavingDialogProps) {
  const { run, isRunning, problem, forget } = useStaffChange('accounts')
  const notify = useNotify()
  const [to, setTo] = useState('')
  const read = useHeld(account)
  const isOff = account.state === 'disabled'
  const heir = read.heirs.find(({ id }) => String(id) === to)

  async function submit() {
    const done = await run('post', '/api/staff/accounts/{id}/disable', {
      params: { path: { id: account.id } },
      body: { hand_over_to: heir?.id ?? null },
    })
    if (!done) return
    notify(isOff ? `An ${heir?.name} übergeben.` : ACTIONS.disable.done(), { type: 'success' })
    onClose()
  }

  function choose(value: string) {
    forget()
    setTo(value)
  }

  return (
    <FormDialog
      title={`${account.name}: ${isOff ? 'übergeben' : ACTIONS.disable.label}`}
      button={isOff ? 'Übergeben' : ACTIONS.disable.label}
      isWide
      isBlocked={isRunning || !read.isRead || (isOff && !heir)}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {!isOff && <p className="flush">{ACTIONS.disable.meaning}</p>}
      {read.error && <LoadProblem error={read.error} onRetry={read.retry} />}
      {read.isRead && read.holdings.length === 0 && <p className="flush">{NOTHING}</p>}
      {read.isRead && read.holdings.length > 0 && (
        <>
          <Heir heirs={read.heirs} isNeeded={isOff} value={to} onValue={choose} />
          <p role="status" className="flush">
            {heir ? handOverWords(read.holdings, heir.role, heir.name) : STAYS}
          </p>
          <Holdings holdings={read.holdings} heirRole={heir?.role} />
        </>
      )}
    </FormDialog>
  )
}

/** What hangs on the account, and who could take it over. */
function useHeld({ id }: AccountDocument) {
  const held = useStaffQuery('/api/staff/accounts/{id}/holdings', { params: { path: { id } } })
  const colleagues = useStaffQuery('/api/staff/accounts', {
    params: { query: { state: 'active', page: 1, per_page: 100 } },
  })
  const isRead = held.data !== undefined && colleagues.data !== undefined
  return {
    isRead,
    holdings: held.data?.holdings ?? [],
    heirs: (colleagues.data?.data ?? []).filter((one) => one.id !== id),
    error: isRead ? null : (held.error ?? colleagues.error),
    retry: () => void Promise.all([held.refetch(), colleagues.refetch()]),
  }
}

const NOTHING = 'An diesem Konto hängt nichts, was jemand übernehmen müsste.'
const STAYS =
  'Was hier steht, bleibt bei diesem Konto. Gesendet wird ihm nichts mehr, und seine Links auf Berichte öffnen sich nicht mehr. Sie können es auch später übergeben.'

interface HeirProps {
  heirs: readonly AccountRow[]
  isNeeded: boolean
  value: string
  onValue: (value: string) => void
}

function Heir({ heirs, isNeeded, value, onValue }: HeirProps) {
  return (
    <TextField
      select
      label="Wer übernimmt, was an dem Konto hängt?"
      value={value}
      onChange={({ target }) => onValue(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{isNeeded ? 'Bitte wählen' : 'Niemand'}</option>
      {heirs.map(({ id, name, role }) => (
        <option key={id} value={id}>
          {name}, {ROLE_NAMES[role]}
        </option>
      ))}
    </TextField>
  )
}
