import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { OwnAlertEditor } from './OwnAlertEditor'
import { OwnAlertRow } from './OwnAlertRow'
import type { Figures } from './ownAlert'
import { RestingAlerts } from './RestingAlerts'
import '@/ui/page/sheets.css'
import '../alerts.css'
import './own.css'

/** What a colleague watches: each on figures that the role may see. */
export function OwnAlertsPage() {
  const alerts = useStaffQuery('/api/staff/figure-alerts')
  const figures = useStaffQuery('/api/staff/figure-alerts/figures', { staleTime: 60_000 })
  const error = alerts.error ?? figures.error
  const isThere = alerts.data && figures.data
  return (
    <Page title="Meine Hinweise">
      {error && !isThere && (
        <LoadProblem
          error={error}
          onRetry={() => {
            alerts.refetch()
            figures.refetch()
          }}
        />
      )}
      {!error && !isThere && <div className="alert-skeleton" aria-busy="true" />}
      {alerts.data && figures.data && <OwnAlerts alerts={alerts.data} known={figures.data} />}
    </Page>
  )
}

interface OwnAlertsProps {
  alerts: Schemas['FigureAlertsOut']
  known: Figures
}

/** `?alert=7` is where mails lead, `?figure=sessions` where reports do. */
function OwnAlerts({ alerts: { own, resting, heirs, most }, known }: OwnAlertsProps) {
  const [search, setSearch] = useSearchParams()
  const start = search.get('figure')
  const [edited, setEdited] = useState<number | 'new' | null>(start ? 'new' : null)
  const [left, setLeft] = useState<number | 'new' | null>(Number(search.get('alert')) || null)
  function close() {
    setLeft(edited)
    setEdited(null)
    if (start) setSearch({}, { replace: true })
  }
  const editor = { known, start, onClose: close }
  return (
    <>
      <Section
        title="Meine Hinweise"
        action={
          edited !== 'new' &&
          own.length < most && (
            <Button
              variant={own.length === 0 ? 'contained' : 'outlined'}
              onClick={() => setEdited('new')}
              autoFocus={left === 'new'}
            >
              Hinweis einrichten
            </Button>
          )
        }
      >
        {edited === 'new' && <OwnAlertEditor {...editor} alert={null} />}
        {own.length === 0 && edited !== 'new' && (
          <p className="nothing">
            Noch keiner. Richten Sie ein, was Sie wissen möchten, zum Beispiel: drei Tage keine
            Reservierung, ungewöhnlich wenige Besuche, Kosten ohne einen einzigen Besuch.
          </p>
        )}
        {own.length >= most && (
          <p className="muted">Mehr als {most} lassen sich nicht einrichten.</p>
        )}
        <ul className="ruled alerts own-alerts">
          {own.map((alert) => (
            <li key={alert.id} data-new={alert.state === 'open'}>
              {edited === alert.id ? (
                <OwnAlertEditor {...editor} alert={alert} />
              ) : (
                <OwnAlertRow
                  alert={alert}
                  isLeft={left === alert.id}
                  onEdit={() => setEdited(alert.id)}
                />
              )}
            </li>
          ))}
        </ul>
      </Section>
      <RestingAlerts resting={resting} heirs={heirs} />
    </>
  )
}
