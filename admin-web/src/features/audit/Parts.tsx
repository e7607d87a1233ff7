import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { DEPOSITS } from '@/lib/operationWords'
import { stateWords } from '@/lib/states'
import { type AuditEntry, subjectOf } from './entry'

const PER_PAGE = 50

/** The reservations of an operation, folded away behind how many they are. */
export function Parts({ entry }: { entry: AuditEntry }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const words = `${formatNumber(entry.reservations ?? 0)} Reservierungen`
  return (
    <div className="parts">
      <button
        type="button"
        className="text-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words} {isOpen ? 'ausblenden' : 'zeigen'}
        <span className="visually-hidden"> zu Eintrag {entry.id}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <PartList entry={entry} />}
      </div>
    </div>
  )
}

/** Page by page: an operation may be over a thousand. */
function PartList({ entry }: { entry: AuditEntry }) {
  const [pages, setPages] = useState(1)
  return (
    <>
      {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
        <PartPage
          key={page}
          entry={entry}
          page={page}
          isLast={page === pages}
          onMore={() => setPages(pages + 1)}
        />
      ))}
    </>
  )
}

interface PartPageProps {
  entry: AuditEntry
  page: number
  isLast: boolean
  onMore: () => void
}

function PartPage({ entry, page, isLast, onMore }: PartPageProps) {
  const { data, error } = useParts(entry, page)
  if (error)
    return (
      <p className="error-text" role="alert">
        {errorWords(error)}
      </p>
    )
  if (!data) return <p role="status">Wird geladen</p>
  const left = (data.total ?? 0) - page * PER_PAGE
  return (
    <>
      <ol start={(page - 1) * PER_PAGE + 1}>
        {data.data.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ol>
      {isLast && data.has_next && (
        <button type="button" className="text-button" onClick={onMore}>
          {left > PER_PAGE ? `Die nächsten ${PER_PAGE}` : `Die letzten ${left}`} zeigen
        </button>
      )}
    </>
  )
}

function Part({ part }: { part: AuditEntry }) {
  const { about } = part
  const { words, path } = subjectOf(part)
  const change = changeWords(part.details)
  return (
    <li>
      {path ? <Link to={path}>{about?.name ?? words}</Link> : words}
      {about?.household && <span>{about.household}</span>}
      {change && <small>{change}</small>}
    </li>
  )
}

/** One page of what belongs to an operation. What was written never changes. */
export function useParts(entry: AuditEntry, page = 1) {
  return useStaffQuery('/api/staff/audit/{entry}/parts', {
    params: { path: { entry: entry.id }, query: { page, per_page: PER_PAGE } },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What an operation changed at a reservation: „Reserviert → Storniert“; nothing for marks. */
function changeWords({ state, deposit }: Record<string, unknown>): string {
  return [
    arrow(state, stateWords),
    arrow(deposit, (name) => DEPOSITS[name] ?? name, 'Kartenprüfung '),
  ]
    .filter(Boolean)
    .join(', ')
}

function arrow(change: unknown, words: (name: string) => string, what = ''): string {
  if (!Array.isArray(change) || change.length !== 2) return ''
  const [before, after] = change
  return `${what}${words(String(before))} → ${words(String(after))}`
}
