import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { useSession } from '@/session/session'
import { ShapeMark } from '@/ui/fields/StateMark'
import { Section } from '@/ui/page/Section'
import { CHECKS, checkSentence, type MetricShowDocument } from './metric'

/** Who has read the definition and found it right, and a way to say so. */
export function MetricCheck({ metric }: { metric: MetricShowDocument }) {
  const role = useSession()?.account.role
  const { run, isRunning, problem } = useFormChange(['metrics'])
  const notify = useNotify()
  const { label, shape } = CHECKS[metric.check.state]
  const mayConfirm = role === 'admin' || role === 'marketing'

  async function confirm() {
    const path = { key: metric.key }
    const body = { fingerprint: metric.fingerprint }
    if (!(await run('post', '/api/staff/metrics/{key}/checks', { params: { path }, body }))) return
    notify('Die Definition ist bestätigt.', { type: 'success' })
  }

  return (
    <Section title="Prüfung" action={<ShapeMark shape={shape} label={label} />}>
      <p className="flush">{checkSentence(metric)}</p>
      {mayConfirm && metric.check.state !== 'checked' && (
        <div className="metric-confirm no-print">
          <Button variant="contained" disabled={isRunning} onClick={() => void confirm()}>
            Definition bestätigen
          </Button>
          <p className="tiny muted flush">
            Sie haben Formel und SQL gelesen, und beides sagt dasselbe. Ändert sich eines davon,
            erlischt die Bestätigung.
          </p>
        </div>
      )}
      {problem && (
        <p className="warning flush" role="alert">
          {problem}
        </p>
      )}
    </Section>
  )
}
