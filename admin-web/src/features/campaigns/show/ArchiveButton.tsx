import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import type { Campaign } from '../campaign'

/** Puts a campaign away, or brings it back. Its figures stay either way. */
export function ArchiveButton({ campaign }: { campaign: Campaign }) {
  const { run, isRunning } = useStaffChange('campaigns')
  const notify = useNotify()
  const isArchived = campaign.archived_at !== null

  async function toggle() {
    const action = isArchived ? 'unarchive' : 'archive'
    const done = await run('post', `/api/staff/campaigns/{campaign_id}/${action}`, {
      params: { path: { campaign_id: campaign.id } },
    })
    if (!done) return notify('Das hat nicht geklappt. Bitte versuchen Sie es erneut.', ERROR)
    notify(isArchived ? 'Die Kampagne läuft wieder.' : 'Die Kampagne ist archiviert.', SUCCESS)
  }

  return (
    <Button disabled={isRunning} onClick={toggle}>
      {isArchived ? 'Zurückholen' : 'Archivieren'}
    </Button>
  )
}

const ERROR = { type: 'error' } as const
const SUCCESS = { type: 'success' } as const
