import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { exampleOf, type Rule } from './state'
import { useRulesNow } from './useRulesNow'

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
        {violations === 1
          ? 'Eine Stelle passt nicht: '
          : `${formatNumber(violations)} Stellen passen nicht: `}
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
