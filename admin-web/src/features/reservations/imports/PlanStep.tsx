import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { Section } from '@/ui/page/Section'
import {
  byGroup,
  GROUPS,
  type Group,
  groupOf,
  type Plan,
  type PlannedRow,
  planWords,
  reasonsOf,
} from './listImport'

const FIRST = 50
const MORE = 200

interface PlanStepProps {
  plan: Plan
  isChecking: boolean
  onNevertheless: (line: number, isEntered: boolean) => void
}

/** Step 3: what becomes of every row; what needs looking at first. */
export function PlanStep({ plan, isChecking, onNevertheless }: PlanStepProps) {
  const [shown, setShown] = useState<Group | null>(null)
  const groups = byGroup(plan.rows)
  const chosen = groups.some(({ group }) => group === shown) ? shown : null
  const rows = groups.flatMap(({ group, rows: own }) =>
    chosen === null || group === chosen ? own : [],
  )
  return (
    <Section title="3. Prüfung">
      <p role="status">{isChecking ? 'Wird geprüft' : planWords(plan)}</p>
      {groups.length > 1 && (
        <fieldset className="import-groups">
          <legend className="visually-hidden">Welche Zeilen</legend>
          <GroupButton
            label="Alle"
            count={plan.rows.length}
            isOn={chosen === null}
            onClick={() => setShown(null)}
          />
          {groups.map(({ group, rows: own }) => (
            <GroupButton
              key={group}
              label={GROUPS[group].label}
              count={own.length}
              isOn={chosen === group}
              onClick={() => setShown(group)}
            />
          ))}
        </fieldset>
      )}
      <PlanRows
        key={chosen ?? 'all'}
        rows={rows}
        isBusy={isChecking}
        onNevertheless={onNevertheless}
      />
    </Section>
  )
}

interface GroupButtonProps {
  label: string
  count: number
  isOn: boolean
  onClick: () => void
}

const GroupButton = ({ label, count, isOn, onClick }: GroupButtonProps) => (
  <button type="button" className="choice" aria-pressed={isOn} onClick={onClick}>
    {label} <b>{formatNumber(count)}</b>
  </button>
)

interface PlanRowsProps {
  rows: readonly PlannedRow[]
  isBusy: boolean
  onNevertheless: (line: number, isEntered: boolean) => void
}

function PlanRows({ rows, isBusy, onNevertheless }: PlanRowsProps) {
  const [size, setSize] = useState(FIRST)
  return (
    <>
      <PlainTable<PlannedRow>
        label="Zeilen der Datei"
        rows={rows.slice(0, size)}
        rowKey={({ line }) => line}
        isBusy={isBusy}
        narrow={(row) => ({
          title: row.name,
          isText: true,
          meta: `Zeile ${row.line}`,
          aside: <Outcome row={row} />,
          more: reasonsOf(row).length > 0 && <Reasons row={row} onNevertheless={onNevertheless} />,
        })}
        columns={[
          { label: 'Zeile', isNumeric: true, render: ({ line }) => line },
          {
            label: 'Haushalt',
            isText: true,
            render: ({ name }) => <b className="import-household">{name}</b>,
          },
          { label: 'Ergebnis', isText: true, render: (row) => <Outcome row={row} /> },
          {
            label: 'Warum',
            isText: true,
            render: (row) => <Reasons row={row} onNevertheless={onNevertheless} />,
          },
        ]}
      />
      {size < rows.length && (
        <Button onClick={() => setSize(size + MORE)}>
          Weitere {formatNumber(Math.min(MORE, rows.length - size))} von{' '}
          {formatNumber(rows.length - size)} Zeilen zeigen
        </Button>
      )}
    </>
  )
}

function Outcome({ row }: { row: PlannedRow }) {
  const { shape } = GROUPS[row.fate === 'place' ? 'place' : groupOf(row)]
  return <ShapeMark shape={shape} label={outcomeWords(row)} />
}

function outcomeWords({ fate, spot_number }: PlannedRow): string {
  if (fate === 'place') return `Platz ${spot_number}`
  return fate === 'known' ? 'ausgelassen' : 'abgewiesen'
}

function Reasons({
  row,
  onNevertheless,
}: { row: PlannedRow } & Pick<PlanRowsProps, 'onNevertheless'>) {
  const reasons = reasonsOf(row)
  const isEntered = row.fate === 'place'
  return (
    <>
      {reasons.map((reason, at) => (
        <span
          key={reason}
          className={row.faults.length > at ? 'error-text import-reason' : 'import-reason'}
        >
          {reason}
        </span>
      ))}
      {row.known && (
        <span className="import-choice">
          {row.known.reservation_id !== null && (
            <Link to={`/reservations/${row.known.reservation_id}/show`}>Ansehen</Link>
          )}
          {row.fate !== 'refused' && (
            <RowButton
              label={isEntered ? 'Doch auslassen' : 'Trotzdem eintragen'}
              what={`Zeile ${row.line}`}
              onClick={() => onNevertheless(row.line, !isEntered)}
            />
          )}
        </span>
      )}
    </>
  )
}
