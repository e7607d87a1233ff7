import { formatMoney, formatNumber } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { PlainTable } from '@/ui/list/PlainTable'
import type { RegionResults } from '../experiment'
import { regionFile } from './regionFile'

type Arm = RegionResults['arms'][number]

interface RegionsProps {
  results: RegionResults
  measure: string
  /** Of the file. */
  name: string
}

/** Regions with and without a campaign: the lists for the ad platforms, and what both have brought. */
export function Regions({ results, measure, name }: RegionsProps) {
  return (
    <>
      <PlainTable<Arm>
        label="Tabelle: Regionen"
        rows={results.arms}
        rowKey={({ is_on }) => String(is_on)}
        columns={[
          { label: 'Regionen', isText: true, render: armWords },
          { label: 'Vorher', isNumeric: true, render: ({ before }) => formatNumber(before) },
          { label: `${measure} im Versuch`, isNumeric: true, render: count },
        ]}
        narrow={(row) => ({
          title: armWords(row),
          meta: `vorher ${formatNumber(row.before)}`,
          aside: count(row),
        })}
      />
      <p className="tiny muted flush">
        Kosten der Kampagne bis jetzt: {formatMoney(results.cost_cents)}. Vorher heißt: in den
        Wochen, aus denen ausgelost wurde.
      </p>
      {results.arms.map((arm) => (
        <div className="region-list" key={String(arm.is_on)}>
          <div className="head-row">
            <h3>{armWords(arm)}</h3>
            <CopyButton
              text={arm.prefixes.join('\n')}
              what={armWords(arm)}
              label="Liste kopieren"
            />
          </div>
          <p className="region-prefixes flush">
            {arm.prefixes.map((prefix) => `${prefix}…`).join(' ')}
          </p>
        </div>
      ))}
      <p className="flush">
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(regionFile(results.arms))}`}
          download={`${name} Regionen.csv`}
        >
          Beide Listen als CSV
        </a>
      </p>
      <p className="tiny muted flush">
        Eine Region sind alle Postleitzahlen, die so beginnen. Werben Sie nur in den Regionen mit
        Kampagne; wo keine der Listen gilt, zählt der Versuch nichts.
      </p>
    </>
  )
}

const armWords = ({ is_on }: Arm): string => (is_on ? 'Mit Kampagne' : 'Ohne Kampagne')
const count = ({ after }: Arm): string => (after === null ? 'unter 5' : formatNumber(after))
