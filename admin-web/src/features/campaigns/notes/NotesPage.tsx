import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { inOrder } from '@/ui/drawing/notesByColumn'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type Campaign, campaignPath } from '../campaign'
import { NoteDialog } from './NoteDialog'
import { NoteList } from './NoteList'
import type { Note } from './SendingEffect'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'
import '../campaigns.css'

/** Every remark on a day, the latest first, with the charts that show it. */
export function NotesPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/notes')
  const campaigns = useStaffQuery('/api/staff/campaigns', {
    params: { query: { per_page: 100, archived: 'all' } },
  })
  const [isAdding, setAdding] = useState(false)
  const campaignOf = (note: Note) => campaigns.data?.data.find(({ id }) => id === note.campaign_id)
  return (
    <Page
      title="Anmerkungen"
      actions={
        <Button variant="contained" onClick={() => setAdding(true)}>
          Anmerkung eintragen
        </Button>
      }
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <section className="sheet" aria-label="Anmerkungen">
          {data.data.length === 0 && <p className="muted flush">{EMPTY}</p>}
          <NoteList
            notes={inOrder(data.data).reverse()}
            scope={(note) => <Scope campaign={campaignOf(note)} note={note} />}
          />
        </section>
      )}
      {isAdding && <NoteDialog note={null} campaignId={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Scope({ note, campaign }: { note: Note; campaign: Campaign | undefined }) {
  if (note.campaign_id === null) return 'in allen Kampagnen'
  if (!campaign) return 'in einer Kampagne'
  return (
    <>
      nur in <Link to={campaignPath(campaign)}>{campaign.name}</Link>
    </>
  )
}

const EMPTY =
  'Noch keine Anmerkung. Sie erklären in Diagrammen, was an einem Tag war: eine Messe, ein Zeitungsartikel, ein neuer Preis.'
