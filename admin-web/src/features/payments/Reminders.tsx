import { useStaffChange } from '@/api/useStaffChange'
import { DayField } from '@/ui/fields/values'
import { type OpenItem, RENEWED } from './payment'

const STEPS = ['noch keine', 'erste', 'zweite'] as const

/** How far a household was reminded of a payment, and the click that stops it or lets it go on. */
export function Reminders({ item }: { item: OpenItem }) {
  const { contract_id, reminders, reminded_on, is_stopped } = item
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const step = is_stopped ? 'resume' : 'stop'
  const press = () =>
    run('post', `/api/staff/bank/reminders/{contract_id}/${step}`, {
      params: { path: { contract_id } },
    })
  return (
    <>
      {STEPS[reminders]}
      {reminded_on && (
        <>
          {' '}
          am <DayField on={reminded_on} isShort />
        </>
      )}
      {is_stopped && ', angehalten'}
      <br />
      <button type="button" className="text-button" disabled={isRunning} onClick={press}>
        {is_stopped ? 'Weiter erinnern' : 'Nicht mehr erinnern'}
        <span className="visually-hidden">: {item.payer.number}</span>
      </button>
      {problem && <small role="alert">{problem}</small>}
    </>
  )
}
