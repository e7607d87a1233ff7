import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatNumber } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { type Dataset, datasetName, sizeWords } from './check'

/** The analytical store: how much is in it, how fresh it is, and what is on its way. */
export function StoreSection() {
  const { data, error, refetch } = useStaffQuery('/api/staff/store', { refetchEvery: 60_000 })
  return (
    <Section title="Datenbestand der Auswertung">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && (
        <>
          <p className="flush muted">
            {data.is_running ? 'Gerade werden Zeilen übertragen. ' : ''}
            Wartende Zeilen zählen in Auswertungen schon mit.
          </p>
          <PlainTable<Dataset>
            label="Tabelle: Datenbestand"
            rows={data.datasets}
            rowKey={({ name }) => name}
            columns={[
              { label: 'Was', isText: true, render: (set) => <Name set={set} /> },
              { label: 'Zeilen', isNumeric: true, render: ({ rows }) => formatNumber(rows) },
              {
                label: 'Wartend',
                isNumeric: true,
                render: ({ waiting_rows }) => formatNumber(waiting_rows),
              },
              {
                label: 'Übertragen bis',
                render: ({ watermark_at }) => <MomentField at={watermark_at} isShort />,
              },
            ]}
          />
        </>
      )}
    </Section>
  )
}

function Name({ set }: { set: Dataset }) {
  const files = set.files === 1 ? 'eine Datei' : `${formatNumber(set.files)} Dateien`
  return (
    <>
      {datasetName(set.name)}
      <small>
        {files}, {sizeWords(set.bytes)}
        {set.last_day && `, letzter Tag ${formatDay(set.last_day)}`}
      </small>
    </>
  )
}
