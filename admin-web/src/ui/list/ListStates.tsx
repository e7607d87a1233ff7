import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { errorWords } from '@/api/problem'

/** No rows: because there are none yet, or because nothing fits the filters. */
export function NothingFound({ empty = 'Hier ist noch nichts.' }: { empty?: string | undefined }) {
  const { filterValues, setFilters, page, setPage } = useListContext()
  const isFiltered = Object.keys(filterValues ?? {}).length > 0
  if (page > 1)
    return (
      <State words="Auf dieser Seite ist nichts mehr.">
        <Button onClick={() => setPage(1)}>Zur ersten Seite</Button>
      </State>
    )
  if (!isFiltered) return <State words={empty} />
  return (
    <State words="Zu dieser Suche und diesen Filtern gibt es keine Einträge.">
      <Button onClick={() => setFilters({})}>Filter entfernen</Button>
    </State>
  )
}

/** The list could not be loaded. */
export function ListProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <State words={errorWords(error)}>
        <Button onClick={() => onRetry()}>Erneut versuchen</Button>
      </State>
    </div>
  )
}

function State({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{words}</p>
      {children}
    </div>
  )
}
