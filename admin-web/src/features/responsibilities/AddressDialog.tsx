import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useCall } from '@/api/useCall'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Steps } from './Steps'

/** What removing an address outside everywhere comes to, and one confirmation. */
export function AddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange('responsibilities')
  const notify = useNotify()
  const call = useCall()
  // Sent in the body: what stands in an address of the server is written into its log.
  const plan = useQuery({
    queryKey: ['responsibilities', 'outside', address],
    queryFn: ({ signal }) =>
      call('post', '/api/staff/responsibilities/outside/preview', { body: { address }, signal }),
  })
  async function confirm() {
    if (!plan.data) return
    const done = await run('post', '/api/staff/responsibilities/outside/remove', {
      body: { address, plan: plan.data.plan },
    })
    if (!done) {
      await plan.refetch()
      return
    }
    notify(done.steps.length > 0 ? 'Die Adresse ist überall entfernt.' : NOTHING_LEFT, {
      type: 'success',
    })
    onClose()
  }
  return (
    <FormDialog
      title="Adresse überall entfernen"
      button="Überall entfernen"
      isWide
      isDangerous
      isBlocked={isRunning || plan.isFetching || !plan.data?.is_open}
      problem={problem}
      onClose={onClose}
      onSubmit={confirm}
    >
      <p className="flush holdings-address">{address}</p>
      <p className="flush muted">
        Mails, die noch warten, gehen nicht mehr hinaus. Im Nachweis früherer Zustellungen bleibt
        die Adresse stehen.
      </p>
      {plan.error && !plan.data && (
        <LoadProblem error={plan.error} onRetry={() => void plan.refetch()} />
      )}
      {!plan.data && !plan.error && <p aria-busy="true">Die Vorschau wird gelesen …</p>}
      {plan.data && (
        <Steps steps={plan.data.steps} isOpen={plan.data.is_open} empty={NOTHING_LEFT} />
      )}
    </FormDialog>
  )
}

const NOTHING_LEFT = 'Die Adresse steht nirgends mehr.'
