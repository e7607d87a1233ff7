import Button from '@mui/material/Button'
import { useState } from 'react'
import { counted } from '@/campaigns/development'
import { DayField, MoneyField } from '@/fields/values'
import { Section } from '@/layout/Section'
import { formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { PlainTable } from '@/list/PlainTable'
import type { CheckedFile, CheckedRow, Totals } from './costImport'

const FIRST = 12

/** Step 3: what came out, row by row; what stands in the way first. */
export function CheckResult({
  checked,
  isChecking,
}: {
  checked: CheckedFile
  isChecking: boolean
}) {
  const { totals, already_imported: before } = checked
  return (
    <Section title="3. Prüfung">
      <p role="status">{isChecking ? 'Wird geprüft' : totalWords(totals)}</p>
      {before && (
        <p className="achtung">
          Genau diese Datei wurde schon eingelesen: am {formatMoment(before.at)}, Nummer {before.id}
          . Prüfen Sie bitte, ob Sie das noch einmal möchten.
        </p>
      )}
      <Rows rows={checked.rows} />
      {checked.rows_left_out > 0 && (
        <p className="winzig leise">
          Weitere {formatNumber(checked.rows_left_out)} Zeilen ohne Auffälligkeiten zeigen wir hier
          nicht. Eingelesen werden sie mit.
        </p>
      )}
    </Section>
  )
}

export function totalWords(totals: Totals): string {
  const { lines, rows, cents, problems, overlaps, skipped } = totals
  const read = counted(lines, 'Eine Zeile', 'Zeilen')
  const parts = [
    `${read} mit ${counted(rows, 'einem Betrag', 'Beträgen')}, zusammen ${formatMoney(cents)}.`,
  ]
  if (skipped > 0)
    parts.push(counted(skipped, 'Eine Summenzeile', 'Summenzeilen').concat(' übergangen.'))
  if (problems > 0)
    parts.push(
      counted(problems, 'Eine Zeile lässt sich nicht lesen.', 'Zeilen lassen sich nicht lesen.'),
    )
  if (overlaps > 0)
    parts.push(
      counted(overlaps, 'An einem Tag steht schon ein Betrag.', 'Tage haben schon einen Betrag.'),
    )
  if (problems === 0 && overlaps === 0) parts.push('Alles passt.')
  return parts.join(' ')
}

/** Rows with a problem first, then those that overlap, each in the order of the file. */
export function byUrgency(rows: readonly CheckedRow[]): CheckedRow[] {
  const rank = ({ problem, overlaps, notice }: CheckedRow) =>
    problem ? 0 : overlaps ? 1 : notice ? 2 : 3
  return [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
}

function Rows({ rows }: { rows: readonly CheckedRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const sorted = byUrgency(rows)
  const shown = isWhole ? sorted : sorted.slice(0, FIRST)
  return (
    <>
      <PlainTable<CheckedRow>
        label="Zeilen der Datei"
        rows={shown}
        rowKey={({ line }) => line}
        columns={[
          { label: 'Zeile', isNumeric: true, render: ({ line }) => line },
          { label: 'Ergebnis', isText: true, render: (row) => <Outcome row={row} /> },
          { label: 'Kampagne', render: ({ campaign_name }) => campaign_name ?? '–' },
          { label: 'Tag', render: ({ day }) => <DayField on={day} /> },
          { label: 'Betrag', isNumeric: true, render: ({ cents }) => <MoneyField cents={cents} /> },
        ]}
      />
      {shown.length < sorted.length && (
        <Button onClick={() => setWhole(true)}>Alle {sorted.length} Zeilen zeigen</Button>
      )}
    </>
  )
}

function Outcome({ row: { problem, notice, overlaps } }: { row: CheckedRow }) {
  if (problem) return <span className="fehlertext">{problem.message}</span>
  return (
    <>
      {overlaps ? (
        <span className="doppelt">
          Schon {formatMoney(overlaps.cents)}, {originWords(overlaps.import_id)}
        </span>
      ) : (
        <span className="leise">neu</span>
      )}
      {notice && <small>{notice.message}</small>}
    </>
  )
}

const originWords = (importId: number | null): string =>
  importId === null ? 'von Hand' : `aus Nummer ${importId}`
