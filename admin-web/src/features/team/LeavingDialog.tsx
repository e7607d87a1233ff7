import { useStaffQuery } from '@/api/useStaffQuery'
import { ROLE_NAMES } from '@/session/session'
import { EditDialog } from '@/ui/form/EditDialog'
import { SelectInput } from '@/ui/form/inputs'
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
  const read = useHeld(account)
  const isOff = account.state === 'disabled'
  const heirOf = ({ to }: { to: string }) => read.heirs.find(({ id }) => String(id) === to)
  return (
    <EditDialog
      title={`${account.name}: ${isOff ? 'übergeben' : ACTIONS.disable.label}`}
      button={isOff ? 'Übergeben' : ACTIONS.disable.label}
      maxWidth="sm"
      start={{ to: '' }}
      isBlocked={({ form }) => !read.isRead || (isOff && !heirOf(form))}
      save={(call, typed) =>
        call('post', '/api/staff/accounts/{id}/disable', {
          params: { path: { id: account.id } },
          body: { hand_over_to: heirOf(typed)?.id ?? null },
        })
      }
      renews={['accounts']}
      done={(_, typed) => (isOff ? `An ${heirOf(typed)?.name} übergeben.` : ACTIONS.disable.done())}
      onClose={onClose}
    >
      {({ form }) => (
        <>
          {!isOff && <p className="flush">{ACTIONS.disable.meaning}</p>}
          {read.error && <LoadProblem error={read.error} onRetry={read.retry} />}
          {read.isRead && <Held {...read} heir={heirOf(form)} isOff={isOff} />}
        </>
      )}
    </EditDialog>
  )
}

interface HeldProps extends Pick<ReturnType<typeof useHeld>, 'holdings' | 'heirs'> {
  heir: AccountRow | undefined
  isOff: boolean
}

/** What hangs on the account, and whom it is handed over to. */
function Held({ holdings, heirs, heir, isOff }: HeldProps) {
  if (holdings.length === 0) return <p className="flush">{NOTHING}</p>
  return (
    <>
      <SelectInput
        source="to"
        label="Wer übernimmt, was an dem Konto hängt?"
        choices={[
          ['', isOff ? 'Bitte wählen' : 'Niemand'],
          ...heirs.map(({ id, name, role }) => [id, `${name}, ${ROLE_NAMES[role]}`] as const),
        ]}
      />
      <p role="status" className="flush">
        {heir ? handOverWords(holdings, heir.role, heir.name) : STAYS}
      </p>
      <Holdings holdings={holdings} heirRole={heir?.role} />
    </>
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
