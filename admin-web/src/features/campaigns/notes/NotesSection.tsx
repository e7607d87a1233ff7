import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { inOrder } from '@/ui/drawing/notesByColumn'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import type { Period } from '../usePeriod'
import { NoteDialog } from './NoteDialog'
import { NoteList } from './NoteList'

interface NotesSectionProps {
  campaignId: number
  /** What the chart shows: its numbers are those of this list. */
  period: Period
}

/** The remarks a campaign's chart shows, its own and those of all charts, numbered as in it. */
export function NotesSection({ campaignId, period }: NotesSectionProps) {
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
