import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { RecordOf } from '@/api/dataProvider'
import { formatMoment } from '@/lib/format'
import { ExportDialog } from '@/ui/export/ExportDialog'
import { ListColumn } from '@/ui/table/Column'
import { ListPage } from '@/ui/table/ListPage'
import { AUDIT_FILTERS } from './auditFilters'
import { type AuditEntry, actorWords, subjectOf } from './entry'
import { Parts, useParts } from './Parts'
import { useAuditFilters } from './useAuditFilters'
import { VerifyButton } from './VerifyButton'
import { predicate } from './words/sentences'
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

/** When, with the entry's number below: the chain is talked about by numbers. */
function MomentOf({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <time className="tabular" dateTime={entry.at}>
        {formatMoment(entry.at)}
      </time>
      <small>Eintrag {entry.id}</small>
    </>
  )
}

/** „Miriam Falk hat Reservierung 17 storniert.“, with the way to what it is about. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const sentence = predicate(entry)
  const { words, path } = subjectOf(entry)
  const [before, ...after] = sentence.split(words)
  return (
    <span className="event">
      <b>{actorWords(entry)}</b>{' '}
      {path && after.length > 0 ? (
        <>
          {before}
          <Link to={path}>{words}</Link>
          {after.join(words)}
        </>
      ) : (
        sentence
      )}
    </span>
  )
}

/** What the filters leave, as a file. */
function AuditExport() {
  const [isOpen, setOpen] = useState(false)
  const { filters } = useAuditFilters()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Exportieren</Button>
      {isOpen && (
        <ExportDialog
          title="Protokoll exportieren"
          wish={(format) => ({ resource: 'audit', format, filters })}
          onClose={() => setOpen(false)}
        >
          <p className="flush">
            Alle Einträge zu diesen Filtern, jeder in einer Zeile, auch die einzelnen Reservierungen
            eines Vorgangs. Der Export wird protokolliert: wer, wann, welche Filter, wie viele
            Zeilen.
          </p>
        </ExportDialog>
      )}
    </>
  )
}

/** The recorded facts, folded away, as they are hashed. */
function Details({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="facts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Zeigen<span className="visually-hidden"> zu Eintrag {entry.id}</span>
      </summary>
      <Facts entry={entry} />
      {entry.reservations === 1 && isOpen && <OnlyPart entry={entry} />}
    </details>
  )
}

/** The entry of the one reservation that an operation was about. */
function OnlyPart({ entry }: { entry: AuditEntry }) {
  const part = useParts(entry).data?.data[0]
  if (!part) return null
  return (
    <>
      <p>Eintrag {part.id}</p>
      <Facts entry={part} />
    </>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  return (
    <dl>
      <Fact name="action" value={entry.action} />
      <Fact name="subject" value={entry.subject} />
      <Fact name="actor" value={entry.actor} />
      {Object.entries(entry.details).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </div>
  )
}
