import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { isUnderWay, type JobRun } from './job'

const WATCHING_MS = 1_000
const RESTING_MS = 10_000
/** Rows of a page of the history; the first one is what runs are followed in, too. */
export const PER_PAGE = 25

/** A page of the history. Page, table and the run that is followed share one answer. */
export const useRuns = (name: string, page: number, refetchEvery: number) =>
  useStaffQuery('/api/staff/jobs/{name}/runs', {
    params: { path: { name }, query: { page, per_page: PER_PAGE } },
    refetchEvery,
  })

/**
 * Asks for a run and follows it from waiting to its end. A run that was asked for before the
 * page was opened is followed, too, so that a reload changes nothing.
 */
export function useRunNow(name: string) {
  const [asked, setAsked] = useState<JobRun | null>(null)
  const { run, isRunning, problem, forget } = useStaffChange('jobs')
  const [isWatching, setWatching] = useState(false)
  const { data } = useRuns(name, 1, isWatching ? WATCHING_MS : RESTING_MS)
  const followed = followedRun(data?.data ?? [], asked)
  const isOpen = followed !== undefined && isUnderWay(followed)
  if (isOpen !== isWatching) setWatching(isOpen)
  useRenewal(followed?.state)

  async function start() {
    const queued = await run('post', '/api/staff/jobs/{name}/run', { params: { path: { name } } })
    if (queued) setAsked(queued)
  }

  return {
    start,
    followed,
    problem,
    forget,
    /** Another one would only wait behind this one. */
    isBusy: isRunning || isOpen,
    every: isOpen ? WATCHING_MS : RESTING_MS,
  }
}

/** Everything else the page says of the job follows each step of the run at once. */
function useRenewal(state: JobRun['state'] | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (state) void queries.invalidateQueries({ queryKey: ['jobs'] })
  }, [queries, state])
}

/**
 * The run to follow, as it stands: the one asked for here, else one that was asked for and that
 * is not over. One that newer runs have pushed off the page is let go.
 */
export function followedRun(latest: readonly JobRun[], asked: JobRun | null): JobRun | undefined {
  const found = latest.find(({ id }) => id === asked?.id)
  if (found) return found
  const isPushedOff = latest.length > 0 && latest.every(({ id }) => asked !== null && id > asked.id)
  return asked && !isPushedOff ? asked : latest.find(isAskedFor)
}

const isAskedFor = (run: JobRun): boolean => run.trigger === 'manual' && isUnderWay(run)
