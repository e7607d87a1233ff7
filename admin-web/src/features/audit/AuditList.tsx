import type { RecordOf } from '@/api/dataProvider'
import { formatMoment } from '@/lib/format'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { AuditExport } from './AuditExport'
import { auditFilters } from './auditFilters'
import { useAuditChoices } from './choices'
import { Details } from './Details'
import type { AuditEntry } from './entry'
import { MomentOf } from './MomentOf'
import { Parts } from './Parts'
import { Sentence } from './Sentence'
import { VerifyButton } from './VerifyButton'
import '@/ui/page/sheets.css'
import './audit.css'

const COLUMNS: Column<RecordOf<'audit'>>[] = [
  { name: 'at', label: 'Wann', isFixed: true, render: (entry) => <MomentOf entry={entry} /> },
  { name: 'action', label: 'Was', isFixed: true, render: (entry) => <What entry={entry} /> },
  { name: 'details', label: 'Einzelheiten', render: (entry) => <Details entry={entry} /> },
]

/** Who did what and when. Nothing in it can be changed or removed unnoticed. */
export function AuditList() {
  const choices = useAuditChoices()
  return (
    <ConsoleList
      resource="audit"
      title="Änderungsprotokoll"
      sort={{ field: 'id', order: 'DESC' }}
      perPage={50}
      columns={COLUMNS}
      rowLabel={({ id }) => `Eintrag ${id}`}
      narrow={(entry) => ({
        title: <What entry={entry} />,
        isText: true,
        meta: `${formatMoment(entry.at)} · Eintrag ${entry.id}`,
        more: <Details entry={entry} />,
      })}
      empty="Noch ist nichts geschehen, das aufzuschreiben wäre."
      actions={
        <>
          <AuditExport />
          <VerifyButton />
        </>
      }
      filters={auditFilters(choices)}
    />
  )
}

/** One row for a whole operation; over several reservations it opens to them. */
function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Sentence entry={entry} />
      {(entry.reservations ?? 0) > 1 && <Parts entry={entry} />}
    </>
  )
}
