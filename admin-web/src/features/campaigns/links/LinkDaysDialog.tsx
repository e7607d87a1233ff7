import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { DayField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import type { ShortLink } from '../campaign'

type LinkDay = Schemas['LinkDayOut']

/** How often a short link was called on each day, the latest first. */
export function LinkDaysDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const { data, error, refetch } = useStaffQuery('/api/staff/links/{link_id}/days', {
    params: { path: { link_id: link.id } },
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby="link-days-title" fullWidth maxWidth="xs">
      <DialogTitle id="link-days-title">Aufrufe: /l/{link.slug}</DialogTitle>
      <DialogContent>
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <Loading />}
        {data?.days.length === 0 && <p className="muted">Noch hat niemand den Kurzlink benutzt.</p>}
        {data && data.days.length > 0 && (
          <PlainTable<LinkDay>
            label="Aufrufe nach Tagen"
            rows={[...data.days].reverse()}
            rowKey={({ day }) => day}
            columns={[
              { label: 'Tag', render: ({ day }) => <DayField on={day} /> },
              { label: 'Menschen', isNumeric: true, render: (one) => formatNumber(one.people) },
              { label: 'Bots', isNumeric: true, render: ({ bots }) => formatNumber(bots) },
            ]}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
