import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { Section } from '@/ui/page/Section'
import type { OwnAlert } from './ownAlert'

type Alerts = Schemas['FigureAlertsOut']

/** Alerts of colleagues who have left or changed their role: the administration hands them over, or deletes them. */
export function RestingAlerts({ resting, heirs }: Pick<Alerts, 'resting' | 'heirs'>) {
  if (resting.length === 0) return null
  return (
    <Section title="Ruhende Hinweise">
      <p className="flush muted">
        Wem sie gehörten, der bekommt sie nicht mehr. Übergeben Sie sie, oder löschen Sie sie.
      </p>
      <ul className="ruled alerts">
        {resting.map((alert) => (
          <li key={alert.id}>
            <Resting alert={alert} heirs={heirs} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Resting({ alert, heirs }: { alert: OwnAlert; heirs: Alerts['heirs'] }) {
  const { run, isRunning, problem } = useStaffChange('figure-alerts')
  const notify = useNotify()
  const [heir, setHeir] = useState(String(heirs[0]?.id ?? ''))
  const place = { params: { path: { alert_id: alert.id } } }

  async function handOver() {
    const body = { account_id: Number(heir) }
    if (await run('post', '/api/staff/figure-alerts/{alert_id}/hand-over', { ...place, body }))
      notify('Übergeben.', { type: 'success' })
  }
  async function remove() {
    if (await run('delete', '/api/staff/figure-alerts/{alert_id}', place))
      notify('Gelöscht.', { type: 'success' })
  }
  return (
    <>
      <h3>{alert.rule}</h3>
      <p className="muted">Gehörte {alert.owner_name}.</p>
      <div className="own-alert-heir">
        <TextField
          select
          label="Übergeben an"
          value={heir}
          onChange={({ target }) => setHeir(target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {heirs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </TextField>
        <Button variant="outlined" disabled={isRunning} onClick={handOver}>
          Übergeben<span className="visually-hidden">: {alert.rule}</span>
        </Button>
        <Button disabled={isRunning} onClick={remove}>
          Löschen<span className="visually-hidden">: {alert.rule}</span>
        </Button>
      </div>
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </>
  )
}
