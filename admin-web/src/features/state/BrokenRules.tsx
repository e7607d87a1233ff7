import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { exampleOf, type Rule } from './state'

/** The rules between rows that are broken, each with up to 20 of the rows that break it, and proving all of them now. */
export function BrokenRules({ rules, job }: { rules: readonly Rule[]; job: string }) {
  const { start, isBusy, problem } = useRulesNow(job)
  return (
    <>
      {rules.length > 0 && (
        <ul className="state-rules">
          {rules.map((rule) => (
            <BrokenRule key={rule.name} rule={rule} />
          ))}
        </ul>
      )}
      <p className="flush state-links">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && void start()}>
          {isBusy ? 'Wird geprüft …' : 'Regeln prüfen'}
        </Button>
        <Link to={`/jobs/${job}`}>Verlauf und Zeitplan</Link>
      </p>
      {problem && (
        <p role="alert" className="error-text flush">
          {problem}
        </p>
      )}
    </>
  )
}

function BrokenRule({ rule }: { rule: Rule }) {
  const { sentence, violations, examples } = rule
  const rest = violations - examples.length
  return (
    <li>
      <p className="flush">{sentence}</p>
      <p className="flush">
        {counted(violations, 'Eine Stelle passt nicht: ', 'Stellen passen nicht: ')}
        {examples.map((id, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Example {...exampleOf(rule, id)} />
          </span>
        ))}
        {rest > 0 && ` und ${formatNumber(rest)} weitere`}
      </p>
    </li>
  )
}

function Example({ words, path }: { words: string; path: string | null }) {
  return path ? <Link to={path}>{words}</Link> : words
}

const WATCHING_MS = 1_000

type JobRun = Schemas['JobRunOut']

const isOver = (run: JobRun | undefined): boolean =>
  run !== undefined && run.state !== 'queued' && run.state !== 'running'

/** Asks for a run of the job that proves the rules, and follows it to its end; then the page's results are read again. */
function useRulesNow(job: string) {
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
