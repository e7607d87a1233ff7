import Button from '@mui/material/Button'
import { useState } from 'react'
import { counted } from '@/features/campaigns/development'
import { formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { DayField, MoneyField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { Section } from '@/ui/page/Section'
import {
  type CheckedFile,
  type CheckedRow,
  type Choices,
  type Totals,
  withLine,
} from './costImport'
import { RepeatedChoice } from './RepeatedChoice'

const FIRST = 12

interface CheckResultProps {
  checked: CheckedFile
  choices: Choices
  isChecking: boolean
  onChoices: (choices: Choices) => void
}

/** Step 3: what came out, row by row; what stands in the way first. */
export function CheckResult({ checked, choices, isChecking, onChoices }: CheckResultProps) {
  const { totals, already_imported: before } = checked
  return (
    <Section title="3. Prüfung">
      <p role="status">{isChecking ? 'Wird geprüft' : totalWords(totals)}</p>
      {before && (
        <p className="caution">
          Genau diese Datei wurde schon eingelesen: am {formatMoment(before.at)}, Nummer {before.id}
          . Prüfen Sie bitte, ob Sie das noch einmal möchten.
        </p>
      )}
      {totals.repeated > 0 && (
        <RepeatedChoice
          count={totals.repeated}
          value={choices.repeated}
          onChange={(repeated) => onChoices({ ...choices, repeated })}
        />
      )}
      <Rows
        rows={checked.rows}
        choices={choices}
        onLeaveOut={(line, isLeftOut) => onChoices(withLine(choices, line, isLeftOut))}
      />
      {checked.rows_left_out > 0 && (
        <p className="tiny muted">
          Weitere {formatNumber(checked.rows_left_out)} Zeilen ohne Auffälligkeiten zeigen wir hier
          nicht. Eingelesen werden sie mit.
        </p>
      )}
    </Section>
  )
}

export function totalWords(totals: Totals): string {
  const { lines, rows, cents, problems, overlaps, skipped, left_out } = totals
  const read = counted(lines, 'Eine Zeile', 'Zeilen')
  const parts = [
    `${read} mit ${counted(rows, 'einem Betrag', 'Beträgen')}, zusammen ${formatMoney(cents)}.`,
  ]
  if (skipped > 0)
    parts.push(counted(skipped, 'Eine Summenzeile', 'Summenzeilen').concat(' übergangen.'))
  if (left_out > 0) parts.push(counted(left_out, 'Eine Zeile', 'Zeilen').concat(' ausgelassen.'))
  if (problems > 0)
    parts.push(counted(problems, 'Eine Zeile braucht Ihren Blick.', 'Zeilen brauchen Ihren Blick.'))
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

interface RowsProps {
  rows: readonly CheckedRow[]
  choices: Choices
  onLeaveOut: (line: number, isLeftOut: boolean) => void
}

function Rows({ rows, choices, onLeaveOut }: RowsProps) {
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
          {
            label: 'Ergebnis',
            isText: true,
            render: (row) => (
              <>
                <Outcome row={row} />
                <LeaveOut row={row} choices={choices} onLeaveOut={onLeaveOut} />
              </>
            ),
          },
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

/** A faulty line may be left out, and taken in again. */
function LeaveOut({ row, choices, onLeaveOut }: { row: CheckedRow } & Omit<RowsProps, 'rows'>) {
  const isChosen = choices.leave_out.includes(row.line)
  if (!row.problem && !isChosen) return null
  return (
    <Button
      size="small"
      aria-label={`${isChosen ? 'Wieder aufnehmen' : 'Auslassen'}: Zeile ${row.line}`}
      onClick={() => onLeaveOut(row.line, !isChosen)}
    >
      {isChosen ? 'Wieder aufnehmen' : 'Auslassen'}
    </Button>
  )
}

function Outcome({ row: { problem, notice, overlaps, is_left_out } }: { row: CheckedRow }) {
  if (is_left_out) return <span className="muted">ausgelassen</span>
  if (problem) return <span className="error-text">{problem.message}</span>
  return (
    <>
      {overlaps ? (
        <span className="duplicates">
          Schon {formatMoney(overlaps.cents)}, {originWords(overlaps.import_id)}
        </span>
      ) : (
        <span className="muted">neu</span>
      )}
      {notice && <small>{notice.message}</small>}
    </>
  )
}

const originWords = (importId: number | null): string =>
  importId === null ? 'von Hand' : `aus Nummer ${importId}`
