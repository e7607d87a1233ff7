import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { ApiError, fieldErrorsOf } from '@/api/problem'
import type { ReportDocument, ReportName, ReportOf } from './document'
import { streamReport } from './stream'

/** How long an answer counts before a page that asks for it again runs it again, in milliseconds. */
const FRESH = 60_000
/** Quicker answers show no progress: it would only flicker. */
export const SLOW = 300

export interface ReportRun<T> {
  /** The latest picture there is; while another comes, the one before. */
  report: T | undefined
  /** The query `report` was asked with. */
  shownQuery: string
  isRunning: boolean
  /** Running for so long that people should see how far it is. */
  isSlow: boolean
  /** 0 to 1; `null` until the first word of it. */
  progress: number | null
  isCancelled: boolean
  cancel: () => void
  again: () => void
  /** Why there is no new picture, other than wrong parameters. */
  error: unknown
  /** Wrong parameters: name → sentence. */
  problems: Readonly<Record<string, string>>
}

/**
 * A report of the server: `useReport('overview', query)`. It is run when the page needs it, stopped
 * when the page is left or asks something else, and kept for a minute. A session that has ended
 * leads to the log-in page.
 */
export function useReport<N extends ReportName>(name: N, query: string): ReportRun<ReportOf<N>>
/** For `AnyReportPage`, which is told the name and what the report holds together. */
export function useReport<T extends ReportDocument>(name: string, query: string): ReportRun<T>
export function useReport<T extends ReportDocument>(name: string, query: string): ReportRun<T> {
  const client = useQueryClient()
  const key = ['reports', name, query]
  const id = key.join('\n')
  const [progress, setProgress] = useState<{ id: string; share: number }>()
  const [cancelled, setCancelled] = useState<string>()
  const { data, error, isFetching, refetch } = useQuery<T>({
    queryKey: key,
    queryFn: ({ signal }) =>
      streamReport<T>(name, query, { signal, onProgress: (share) => setProgress({ id, share }) }),
    staleTime: FRESH,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEndOfSession(error)
  const latest = useLatest(data, query)
  const isRefused = error instanceof ApiError && error.status === 422
  return {
    report: latest?.report,
    shownQuery: latest?.query ?? query,
    isRunning: isFetching,
    isSlow: useSlow(isFetching, SLOW, id),
    progress: progress?.id === id && isFetching ? progress.share : null,
    isCancelled: cancelled === id && !isFetching && !data,
    cancel: () => {
      setCancelled(id)
      client.cancelQueries({ queryKey: key, exact: true })
    },
    again: () => {
      setProgress(undefined)
      refetch()
    },
    error: isRefused || isFetching ? null : error,
    problems: isRefused ? fieldErrorsOf(error) : NO_PROBLEMS,
  }
}

const NO_PROBLEMS = {}

function useEndOfSession(error: unknown): void {
  const leave = useLogoutIfAccessDenied()
  useEffect(() => {
    if (error) leave(error).catch(() => undefined)
  }, [error, leave])
}

/**
 * The last picture there was: it stays until a new one is there, or does not come. What is the same in both stays the
 * same object, so that it is not drawn again.
 */
function useLatest<T>(report: T | undefined, query: string) {
  const [latest, setLatest] = useState<{ told: T; report: T; query: string }>()
  if (report === undefined || report === latest?.told) return latest
  const shown = { told: report, report: replaceEqualDeep(latest?.report, report), query }
  setLatest(shown)
  return shown
}

/** Whether something has been going on for so many milliseconds; `of` names it, another one restarts the count. */
function useSlow(isGoingOn: boolean, after: number, of: string): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setSlow(of), after)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [isGoingOn, after, of])
  return isGoingOn && slow === of
}
