import { ConsoleList } from '@/list/ConsoleList'
import type { Column } from '@/list/columns'
import { FilterDay, FilterSelect, FilterText } from '@/list/Filters'
import { ACTION_CHOICES } from './actions'
import { Details } from './Details'
import type { AuditEntry } from './entry'
import { MomentOf } from './MomentOf'
import { Sentence } from './Sentence'
import { VerifyButton } from './VerifyButton'
import '@/layout/sheets.css'
import './audit.css'

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'at', label: 'Wann', isFixed: true, render: (entry) => <MomentOf entry={entry} /> },
  { name: 'action', label: 'Was', isFixed: true, render: (entry) => <Sentence entry={entry} /> },
  { name: 'details', label: 'Einzelheiten', render: (entry) => <Details entry={entry} /> },
]

/** Who did what and when. Nothing in it can be changed or removed unnoticed. */
export function AuditList() {
  return (
    <ConsoleList<AuditEntry>
      title="Änderungsprotokoll"
      sort={{ field: 'id', order: 'DESC' }}
      perPage={50}
      columns={COLUMNS}
      rowLabel={({ id }) => `Eintrag ${id}`}
      empty="Noch ist nichts geschehen, das aufzuschreiben wäre."
      actions={<VerifyButton />}
      filters={
        <>
          <FilterSelect source="action" label="Aktion" choices={ACTION_CHOICES} />
          <FilterText source="subject" label="Gegenstand, etwa reservation:17" />
          <FilterText source="actor" label="Wer, etwa staff:2" />
          <FilterDay source="from" label="Von" />
          <FilterDay source="to" label="Bis" />
        </>
      }
    />
  )
}
