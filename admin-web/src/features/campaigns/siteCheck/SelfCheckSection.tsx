import Button from '@mui/material/Button'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { type Finding, parameterName, type SelfCheck } from './check'

/** The nightly walk over every page and short link: does any lose a campaign's values? */
export function SelfCheckSection() {
  const { data, error, isPending, refetch } = useStaffQuery('/api/staff/self-checks/latest')
  const { run, isRunning, problem } = useStaffChange('self-checks')
  return (
    <Section
      title="Gehen Werte verloren?"
      action={
        <Button disabled={isRunning} onClick={() => run('post', '/api/staff/self-checks')}>
          {isRunning ? 'Wird geprüft' : 'Jetzt prüfen'}
        </Button>
      }
    >
      {error && isPending && <LoadProblem error={error} onRetry={refetch} />}
      {data === null && (
        <p className="muted flush">
          Noch nicht geprüft. Jede Nacht wird jede Seite und jeder Kurzlink mit Werten aufgerufen.
        </p>
      )}
      {data && <Result check={data} />}
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </Section>
  )
}

function Result({ check }: { check: SelfCheck }) {
  return (
    <div role="status">
      <p className="flush">
        {resultWords(check)}{' '}
        <span className="muted">
          Geprüft: <MomentField at={check.at} isShort />.
        </span>
      </p>
      {check.findings.length > 0 && (
        <PlainTable<Finding>
          label="Fundstellen"
          rows={check.findings}
          rowKey={({ path, parameter, reason }) => `${path} ${parameter} ${reason}`}
          columns={[
            { label: 'Adresse', isText: true, render: ({ path }) => <b>{path}</b> },
            { label: 'Betroffen', render: ({ parameter }) => parameterName(parameter) },
            { label: 'Grund', isText: true, render: ({ reason }) => reason },
          ]}
        />
      )}
    </div>
  )
}

export function resultWords({ checked, findings }: SelfCheck): string {
  if (findings.length === 0)
    return checked === 1
      ? 'Die eine Adresse behält alle Werte.'
      : `Alle ${formatNumber(checked)} Adressen behalten alle Werte.`
  return `${counted(findings.length, 'Eine Fundstelle', 'Fundstellen')} unter ${counted(checked, 'einer Adresse', 'Adressen')}.`
}
