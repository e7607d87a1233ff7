import { formatDay } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { PlainTable } from '@/ui/list/PlainTable'
import type { Artefact, PackedRun, RunPart } from '../schedule'
import { formatWord, sizeWords } from '../words'

/** The very files that were sent: the same bytes, as long as they are kept. */
export function Artefacts({ run }: { run: RunPart }) {
  const rows = filesOf(run)
  if (rows.length === 0) return null
  return (
    <PlainTable<ArtefactOfRun>
      label="Dateien"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Datei',
          isText: true,
          render: ({ id, name, is_gone, run_id }) =>
            is_gone ? (
              name
            ) : (
              <a href={`/api/staff/report-runs/${run_id}/artefacts/${id}`} download={name}>
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

interface ArtefactOfRun extends Artefact {
  /** The run of its report: each report of a pack has one. */
  run_id: number
}

/** All files of a run: those of all reports and of the first, then those of the others. */
export const filesOf = (run: RunPart): ArtefactOfRun[] =>
  [run, ...run.further].flatMap(({ id, artefacts }: RunPart | PackedRun) =>
    artefacts.map((one) => ({ ...one, run_id: id })),
  )

function keptWords({ is_gone, expires_at }: Artefact): string {
  return is_gone ? 'nicht mehr da' : `bis ${formatDay(expires_at)}`
}
