import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'

const WATCHING_MS = 1_000

type JobRun = Schemas['JobRunOut']

const isOver = (run: JobRun | undefined): boolean =>
  run !== undefined && run.state !== 'queued' && run.state !== 'running'

/** Asks for a run of the job that proves the rules, and follows it to its end; then the page's results are read again. */
export function useRulesNow(job: string) {
  const [asked, setAsked] = useState<number | null>(null)
  const { run, isRunning, problem } = useStaffChange('state')
  const queries = useQueryClient()
  const params = { path: { name: job }, query: { page: 1, per_page: 25 } }
  const { data } = useStaffQuery('/api/staff/jobs/{name}/runs', {
    params,
    isEnabled: asked !== null,
    refetchEvery: WATCHING_MS,
  })
  const followed = data?.data.find(({ id }) => id === asked)
  const hasEnded = isOver(followed)

  useEffect(() => {
    if (!hasEnded) return
    setAsked(null)
    void queries.invalidateQueries({ queryKey: ['state'] })
  }, [hasEnded, queries])

  async function start() {
    const queued = await run('post', '/api/staff/jobs/{name}/run', {
      params: { path: { name: job } },
    })
    if (queued) setAsked(queued.id)
  }
  return { start, isBusy: isRunning || asked !== null, problem }
}
