import { formatDay } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { PlainTable } from '@/ui/list/PlainTable'
import type { Artefact, ScheduledRun } from '../schedule'
import { formatWord, sizeWords } from '../words'

/** The very files that were sent: the same bytes, as long as they are kept. */
export function Artefacts({ run: { id: run, artefacts: rows } }: { run: ScheduledRun }) {
  if (rows.length === 0) return null
  return (
    <PlainTable<Artefact>
      label="Dateien"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Datei',
          isText: true,
          render: ({ id, name, is_gone }) =>
            is_gone ? (
              name
            ) : (
              <a href={`/api/staff/report-runs/${run}/artefacts/${id}`} download={name}>
                {name}
              </a>
            ),
        },
        { label: 'Form', render: ({ form }) => formatWord(form) },
        { label: 'Größe', isNumeric: true, render: ({ bytes }) => sizeWords(bytes) },
        { label: 'Aufgehoben', render: keptWords },
        {
          label: 'Prüfsumme (SHA-256)',
          render: ({ sha256, name }) => (
            <>
              <code title={sha256}>{sha256.slice(0, 12)}…</code>{' '}
              <CopyButton text={sha256} what={`Prüfsumme von ${name}`} isQuiet />
            </>
          ),
        },
      ]}
    />
  )
}

function keptWords({ is_gone, expires_at }: Artefact): string {
  return is_gone ? 'nicht mehr da' : `bis ${formatDay(expires_at)}`
}
