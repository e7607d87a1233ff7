import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { formatDay, formatMoney } from '@/lib/format'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import type { Campaign, Cost } from '../campaign'

interface RemoveCostDialogProps {
  campaign: Campaign
  cost: Cost
  onClose: () => void
}

export function RemoveCostDialog({ campaign, cost, onClose }: RemoveCostDialogProps) {
  const { run, isRunning, problem } = useStaffChange('campaigns')
  const notify = useNotify()

  async function remove() {
    if (
      !(await run('delete', '/api/staff/campaigns/{campaign_id}/costs/{day}', {
        params: { path: { campaign_id: campaign.id, day: cost.day } },
      }))
    )
      return
    notify('Der Betrag ist entfernt.', { type: 'success' })
    onClose()
  }

  return (
    <QuestionDialog
      title={`Kosten vom ${formatDay(cost.day)} entfernen?`}
      button="Entfernen"
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
      onConfirm={remove}
    >
      {formatMoney(cost.cents)} zählen dann nicht mehr zu dieser Kampagne.
    </QuestionDialog>
  )
}
