import type { RecordOf } from '@/api/dataProvider'
import { formatMoment } from '@/lib/format'
import { ListColumn } from '@/ui/table/Column'
import { ListPage } from '@/ui/table/ListPage'
import { AuditExport } from './AuditExport'
import { AUDIT_FILTERS } from './auditFilters'
import { Details } from './Details'
import type { AuditEntry } from './entry'
import { MomentOf } from './MomentOf'
import { Parts } from './Parts'
import { Sentence } from './Sentence'
import { VerifyButton } from './VerifyButton'
import '@/ui/page/sheets.css'
import './audit.css'

const Column = ListColumn<RecordOf<'audit'>>
const COLUMNS = (
  <>
    <Column source="at" label="Wann" isFixed render={(entry) => <MomentOf entry={entry} />} />
    <Column source="action" label="Was" isFixed render={(entry) => <What entry={entry} />} />
    <Column source="details" label="Einzelheiten" render={(entry) => <Details entry={entry} />} />
  </>
)

/** Who did what and when. Nothing in it can be changed or removed unnoticed. */
export function AuditList() {
  return (
    <ListPage
      resource="audit"
      title="Änderungsprotokoll"
      sort={{ field: 'id', order: 'DESC' }}
      perPage={50}
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
      filters={AUDIT_FILTERS}
    >
      {COLUMNS}
    </ListPage>
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
