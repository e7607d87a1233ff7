import { LoadProblem } from '@/ui/page/LoadProblem'
import { RecordHead, RecordPage } from './RecordPage'

interface NoRecordProps {
  list: { to: string; label: string }
  title: string
  /** Why it cannot be shown; while it is on its way, nothing. */
  error: unknown
  onRetry: () => unknown
}

/** In the place of a record that is on its way or cannot be shown. */
export function NoRecord({ list, title, error, onRetry }: NoRecordProps) {
  return (
    <RecordPage
      list={list}
      head={
        <RecordHead
          title={title}
          isThere={false}
          line={error ? 'Kann nicht gezeigt werden' : <span role="status">Wird geladen</span>}
        />
      }
      side={!error && <Waiting />}
    >
      {error ? <LoadProblem error={error} onRetry={onRetry} /> : <Waiting />}
    </RecordPage>
  )
}

const Waiting = () => (
  <div className="record-skeleton" aria-busy="true">
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton" />
  </div>
)
