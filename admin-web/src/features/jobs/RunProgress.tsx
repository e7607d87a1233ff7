import { durationWords, type JobRun } from './job'

const STEPS = ['Wartet', 'Läuft', 'Fertig'] as const

interface RunProgressProps {
  run: JobRun
  isAlive: boolean
}

/** How far a run asked for has come: three modules, and what came of it in words. */
export function RunProgress({ run, isAlive }: RunProgressProps) {
  const step = stepOf(run)
  return (
    <div className="run-progress">
      <ol aria-hidden="true">
        {STEPS.map((label, index) => (
          <li key={label} data-state={index < step ? 'done' : index === step ? 'now' : 'later'}>
            <svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true">
              <path d="M1 1h7v12H1zM9.3 1h7v12h-7zM17.6 1h7v12h-7zM25.9 1h7v12h-7z" />
            </svg>
            {index === 2 ? endWord(run) : label}
          </li>
        ))}
      </ol>
      <p className="flush">{progressWords(run, isAlive)}</p>
    </div>
  )
}

/** How many of the three are behind; three once it has ended. */
const stepOf = ({ state }: JobRun): number => (state === 'queued' ? 0 : state === 'running' ? 1 : 3)

const endWord = ({ state }: JobRun): string =>
  state === 'failed' ? 'Gescheitert' : state === 'lost' ? 'Abgebrochen' : 'Fertig'

export function progressWords(run: JobRun, isAlive: boolean): string {
  const took = run.duration_ms === null ? '' : ` nach ${durationWords(run.duration_ms)}`
  switch (run.state) {
    case 'queued':
      if (run.attempts > 0) return `Anlauf ${run.attempts} ist gescheitert, der nächste folgt.`
      return isAlive
        ? 'Der Lauf wartet und beginnt in wenigen Sekunden.'
        : 'Der Lauf wartet, bis das Uhrwerk wieder läuft.'
    case 'running':
      return 'Der Lauf hat begonnen.'
    case 'done':
      return `Fertig${took}. ${run.result ?? ''}`.trim()
    case 'failed':
      return `Gescheitert${took}. ${run.error ?? ''}`.trim()
    case 'lost':
      return 'Abgebrochen: Der Server, der ihn übernommen hatte, hat sich nicht mehr gemeldet.'
  }
}
