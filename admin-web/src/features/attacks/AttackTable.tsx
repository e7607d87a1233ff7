import { formatNumber } from '@/lib/format'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { type AttackBucket, type By, beginOf, ROWS } from './attacks'

/** What the drawing shows, in figures; the latest first. */
export function AttackTable({ buckets, by }: { buckets: readonly AttackBucket[]; by: By }) {
  return (
    <details className="attack-table">
      <summary>Zahlen als Tabelle</summary>
      <ScrollRegion label="Zahlen als Tabelle">
        <table>
          <thead>
            <tr>
              <th scope="col">{by === 'hours' ? 'Ab' : 'Tag'}</th>
              {ROWS.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map((bucket) => (
              <tr key={bucket.begins_at}>
                <th scope="row">{beginOf(bucket, by)}</th>
                {ROWS.map(([name]) => (
                  <td key={name}>{formatNumber(bucket[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
