import { formatNumber } from '@/lib/format'
import type { ListImport } from './listImport'

/** How far an import is that goes on by itself. */
export function ImportProgress({ made: { file_name, rows, waiting } }: { made: ListImport }) {
  return (
    <span className="import-progress">
      <progress max={rows} value={rows - waiting} aria-label={`Eintragen von „${file_name}“`} />
      {formatNumber(rows - waiting)} von {formatNumber(rows)}
    </span>
  )
}
