import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type CampaignDocument, periodWords, triple } from '../campaign'
import { Costs } from '../costs/Costs'
import { Links } from '../links/Links'
import { NotesSection } from '../notes/NotesSection'
import { usePeriod } from '../usePeriod'
import { ArchiveButton } from './ArchiveButton'
import { Development } from './Development'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

/** One campaign: how it went, its links, what it cost, and remarks on its days. */
export function CampaignShow() {
  const id = Number(useParams().id)
  const {
    data: campaign,
    error,
    refetch,
  } = useStaffQuery('/api/staff/campaigns/{campaign_id}', {
    params: { path: { campaign_id: id } },
  })
  const overline = <Link to="/campaigns">Alle Kampagnen</Link>
  if (campaign) return <Loaded key={id} campaign={campaign} />
  return (
    <Page title="Kampagne" overline={overline}>
      {error ? (
        <LoadProblem error={error} onRetry={refetch} />
      ) : (
        <section className="sheet chart-skeleton" aria-busy="true" />
      )}
    </Page>
  )
}

function Loaded({ campaign }: { campaign: CampaignDocument }) {
  const [period, setPeriod] = usePeriod(campaign)
  return (
    <Page
      title={campaign.name}
      overline={
        <>
          <Link to="/campaigns">Alle Kampagnen</Link> · {periodWords(campaign)}
        </>
      }
      actions={
        <div className="buttons to-the-right">
          <Button component={Link} to={`/campaigns/${campaign.id}`}>
            Bearbeiten
          </Button>
          <ArchiveButton campaign={campaign} />
        </div>
      }
    >
      {campaign.archived_at && (
        <section className="notice-band" aria-label="Archiviert">
          <p>Diese Kampagne ist archiviert. Ihre Besuche und Kosten zählen weiter mit.</p>
        </section>
      )}
      <p className="campaign-values">
        <span className="values">{triple(campaign)}</span>
        {campaign.note && <span className="muted">{campaign.note}</span>}
      </p>
      <Development campaign={campaign} period={period} onPeriod={setPeriod} />
      <Links campaign={campaign} period={period} />
      <div className="two-column-form">
        <Costs campaign={campaign} />
        <NotesSection campaignId={campaign.id} period={period} />
      </div>
    </Page>
  )
}
