import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatMoment, formatNumber } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { Section } from '@/ui/page/Section'

type Rules = Schemas['RuleRowsOut'][]

/** The nightly job: its last run, the next one, and on a button what it would do now. */
export function RetentionSection({ page }: { page: Schemas['DataProtectionOut'] }) {
  const { last_run: last, next_run_at: next, due } = page
  const [asked, setAsked] = useState(false)
  return (
    <Section
      title="Nächtliches Löschen"
      action={
        <Button variant="outlined" onClick={() => setAsked(true)} disabled={asked}>
          Probelauf
        </Button>
      }
    >
      <dl className="pairs">
        <Pair label="Nächster Lauf">
          {formatMoment(next)}
          <small>
            {due > 0 ? `Fällig sind jetzt ${rowWords(due)}.` : 'Fällig ist jetzt nichts.'}{' '}
            <Link to="/jobs/apply-retention">Zum Ablauf</Link>
          </small>
        </Pair>
        <Pair label="Letzter Lauf">
          {last ? formatMoment(last.started_at) : 'Noch keiner.'}
          {last && !last.finished_at && (
            <small>Nicht zu Ende gekommen; der nächste macht weiter.</small>
          )}
          {last && <RuleList rules={last.rules} nothing="Es war nichts zu löschen." />}
        </Pair>
        {asked && (
          <Pair label="Probelauf">
            <DryRun />
          </Pair>
        )}
      </dl>
    </Section>
  )
}

function DryRun() {
  const { data, error } = useStaffQuery('/api/staff/data-protection/dry-run')
  if (error) return <span role="alert">{errorWords(error)}</span>
  if (!data) return <span role="status">Wird ermittelt …</span>
  return (
    <div role="status">
      {data.total > 0
        ? `Jetzt würden ${rowWords(data.total)} gelöscht oder von Personen entkoppelt. Geschehen ist nichts.`
        : 'Jetzt würde nichts gelöscht.'}
      <RuleList rules={data.rules} nothing="" />
    </div>
  )
}

function RuleList({ rules, nothing }: { rules: Rules; nothing: string }) {
  if (rules.length === 0) return nothing ? <small>{nothing}</small> : null
  return (
    <ul className="rule-rows">
      {rules.map(({ rule, period, tables, total }) => (
        <li key={rule}>
          {rowWords(total)}: {period}
          <small>
            {tables.map(({ label, rows }) => `${label} ${formatNumber(rows)}`).join(', ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

const rowWords = (rows: number) => counted(rows, '1 Zeile', 'Zeilen')
