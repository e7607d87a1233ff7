import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { inOrder } from '@/ui/drawing/notesByColumn'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { type Campaign, type CampaignDocument, periodWords, triple } from '../campaign'
import { Costs } from '../costs/Costs'
import { Links } from '../links/Links'
import { NoteDialog } from '../notes/NoteDialog'
import { NoteList } from '../notes/NoteList'
import { type Period, usePeriod } from '../usePeriod'
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
        <section className="sheet awaited" aria-busy="true" />
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

/** Puts a campaign away, or brings it back. Its figures stay either way. */
function ArchiveButton({ campaign }: { campaign: Campaign }) {
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

interface NotesSectionProps {
  campaignId: number
  /** What the chart shows: its numbers are those of this list. */
  period: Period
}

/** The remarks a campaign's chart shows, its own and those of all charts, numbered as in it. */
function NotesSection({ campaignId, period }: NotesSectionProps) {
  const { data, error, refetch } = useStaffQuery('/api/staff/notes', {
    params: { query: { from: period.from, to: period.to } },
  })
  const notes = data?.data.filter(({ campaign_id: of }) => of === null || of === campaignId)
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Anmerkungen"
      action={<Button onClick={() => setAdding(true)}>Anmerkung eintragen</Button>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {notes?.length === 0 && (
        <p className="muted flush">
          Was das Diagramm nicht weiß: eine Messe, ein Zeitungsartikel, ein neuer Preis.
        </p>
      )}
      {notes && (
        <NoteList
          isNumbered
          notes={inOrder(notes)}
          scope={({ campaign_id }) => (campaign_id === null ? 'in allen Kampagnen' : null)}
        />
      )}
      {isAdding && (
        <NoteDialog note={null} campaignId={campaignId} onClose={() => setAdding(false)} />
      )}
    </Section>
  )
}
