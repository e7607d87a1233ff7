import { formatNumber, formatShare } from '@/lib/format'
import { PlainTable } from '@/ui/list/PlainTable'
import type { PageResults } from '../experiment'

type Arm = PageResults['arms'][number]

/** Both variants of a page. */
export function Arms({ results, measure }: { results: PageResults; measure: string }) {
  return (
    <>
      <PlainTable<Arm>
        label="Tabelle: Varianten"
        rows={results.arms}
        rowKey={({ arm }) => arm}
        columns={[
          { label: 'Variante', isText: true, render: armWords },
          { label: 'Besuche', isNumeric: true, render: ({ visitors }) => formatNumber(visitors) },
          { label: measure, isNumeric: true, render: count },
          { label: 'Anteil', isNumeric: true, render: share },
        ]}
        narrow={(row) => ({
          title: armWords(row),
          meta: `${formatNumber(row.visitors)} Besuche, davon ${share(row)}`,
          aside: count(row),
        })}
      />
      <p className="tiny muted flush">
        Ein Besuch ist ein Browser an einem Tag; es gibt kein Cookie. Die Grenzen gelten an jedem
        Tag, an dem Sie nachsehen, zusammen mit 95 % Sicherheit.
        {results.saw_both > 0 &&
          ` ${formatNumber(results.saw_both)} haben beide Varianten gesehen und zählen nicht mit.`}
      </p>
    </>
  )
}

const armWords = ({ arm }: Arm): string => (arm === 'a' ? 'A: wie bisher' : 'B: der neue Text')
const count = ({ conversions }: Arm): string =>
  conversions === null ? 'unter 5' : formatNumber(conversions)
const share = ({ rate }: Arm): string => (rate === null ? '–' : formatShare(rate))
