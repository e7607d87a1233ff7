import { formatDay, formatMoney } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import type { Campaign, Cost } from '../campaign'

interface RemoveCostDialogProps {
  campaign: Campaign
  cost: Cost
  onClose: () => void
}

export const RemoveCostDialog = ({ campaign, cost, onClose }: RemoveCostDialogProps) => (
  <EditDialog
    title={`Kosten vom ${formatDay(cost.day)} entfernen?`}
    button="Entfernen"
    save={(call) =>
      call('delete', '/api/staff/campaigns/{campaign_id}/costs/{day}', {
        params: { path: { campaign_id: campaign.id, day: cost.day } },
      })
    }
    renews={['campaigns']}
    done="Der Betrag ist entfernt."
    onClose={onClose}
  >
    <p>{formatMoney(cost.cents)} zählen dann nicht mehr zu dieser Kampagne.</p>
  </EditDialog>
)
