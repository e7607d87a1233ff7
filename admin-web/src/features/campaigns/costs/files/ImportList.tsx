import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatDay, formatMoney } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField, MoneyField } from '@/ui/fields/values'
import { EditDialog } from '@/ui/form/EditDialog'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { type ImportRow, RATE_SOURCES, REASON_WORDS } from './costImport'

/** What has been taken over so far, each to be undone as a whole. */
export function ImportList() {
  const [size, setSize] = useState(10)
  const { data, error, refetch } = useStaffQuery('/api/staff/costs/imports', {
    params: { query: { per_page: size } },
  })
  const [asked, setAsked] = useState<ImportRow | null>(null)
  return (
    <Section title="Bisher eingelesen">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <p className="muted flush">Noch wurde keine Datei eingelesen.</p>}
      {data && data.data.length > 0 && (
        <PlainTable<ImportRow>
          label="Eingelesene Dateien"
          rows={data.data}
          rowKey={({ id }) => id}
          columns={columns(setAsked)}
        />
      )}
      {data?.has_next && <Button onClick={() => setSize(size + 40)}>Frühere zeigen</Button>}
      {asked && <UndoDialog row={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

const MOST_LISTED = 20

/** „1 USD = 0,9213 €, Referenzkurs der EZB vom 02.11.2026“ */
export function rateLine({ currency, rate, on, source }: ImportRow['rates'][number]): string {
  const words = RATE_SOURCES.find(([name]) => name === source)?.[1] ?? source
  return `1 ${currency} = ${rate.replace('.', ',')}\u00a0€, ${words} vom ${formatDay(on)}`
}

/** Which lines of the file did not count, and why. */
function LeftOutLines({ row }: { row: ImportRow }) {
  if (row.left_out_total === 0) return null
  return (
    <details className="left-out">
      <summary>{counted(row.left_out_total, 'Eine Zeile', 'Zeilen')} ausgelassen</summary>
      <ul>
        {row.left_out.slice(0, MOST_LISTED).map(({ line, day, cents, reason }) => (
          <li key={line}>
            Zeile {line}: {REASON_WORDS[reason]}
            {cents !== null && `, ${formatMoney(cents)}`}
            {day && ` am ${formatDay(day)}`}
          </li>
        ))}
        {row.left_out_total > MOST_LISTED && (
          <li>und {counted(row.left_out_total - MOST_LISTED, 'eine weitere', 'weitere')}</li>
        )}
      </ul>
    </details>
  )
}

const columns = (onUndo: (row: ImportRow) => void) => [
  {
    label: 'Datei',
    isText: true,
    render: (row: ImportRow) => (
      <>
        {row.file_name}
        <small>
          Nummer {row.id}, <MomentField at={row.at} isShort />
          {row.actor_name && `, ${row.actor_name}`}
        </small>
        {row.rates.map((rate) => (
          <small key={rate.currency}>{rateLine(rate)}</small>
        ))}
        {row.vat > 0 && <small>{row.vat} % Umsatzsteuer abgezogen</small>}
        {row.is_spread && <small>auf die Tage ihres Zeitraums verteilt</small>}
        <LeftOutLines row={row} />
      </>
    ),
  },
  {
    label: 'Summe',
    isNumeric: true,
    render: ({ cents, rows }: ImportRow) => (
      <>
        <MoneyField cents={cents} />
        <small>{counted(rows, 'ein Betrag', 'Beträge')}</small>
      </>
    ),
  },
  {
    label: 'Stand',
    render: (row: ImportRow) =>
      row.undone_at ? (
        <>
          <ShapeMark shape="crossed" label="rückgängig gemacht" />
          <small>
            <MomentField at={row.undone_at} isShort />
          </small>
        </>
      ) : (
        <RowButton label="Rückgängig machen" what={row.file_name} onClick={() => onUndo(row)} />
      ),
  },
]

const UndoDialog = ({ row, onClose }: { row: ImportRow; onClose: () => void }) => (
  <EditDialog
    title="Einlesen rückgängig machen?"
    button="Rückgängig machen"
    save={(call) =>
      call('post', '/api/staff/costs/imports/{import_id}/undo', {
        params: { path: { import_id: row.id } },
      })
    }
    renews={['costs', 'campaigns']}
    done={`Das Einlesen von „${row.file_name}“ ist rückgängig gemacht.`}
    onClose={onClose}
  >
    <p>
      {counted(row.rows, 'Ein Betrag', 'Beträge')} aus „{row.file_name}“, zusammen{' '}
      {formatMoney(row.cents)}, zählen dann nicht mehr. Was dabei ersetzt wurde, gilt wieder.
    </p>
  </EditDialog>
)
