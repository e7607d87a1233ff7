import { Fragment } from 'react'
import { formatNumber } from '@/lib/format'
import { Section } from '@/ui/page/Section'
import { type AttackBlock, type AttackLine, networksOf } from './attacks'

/** One thing that was counted: how often, what of it most, what it means and what helps. */
export function Block({ block }: { block: AttackBlock }) {
  const { title, last_hour, last_day, raised_from, is_raised, words, lines } = block
  return (
    <Section title={title}>
      <div className="attack-block">
        <dl className="attack-figures">
          <div data-raised={is_raised || undefined}>
            <dt>letzte Stunde</dt>
            <dd>{formatNumber(last_hour)}</dd>
            {raised_from !== null && (
              <dd className="tiny muted">gemeldet ab {formatNumber(raised_from)}</dd>
            )}
          </div>
          <div>
            <dt>24 Stunden</dt>
            <dd>{formatNumber(last_day)}</dd>
          </div>
        </dl>
        <div className="attack-words">
          {words && <p className="flush">{words}</p>}
          {lines.length > 0 && <Lines lines={lines} isOfWeek={block.name === 'violations'} />}
          <p className="flush muted">{block.means}</p>
          <p className="flush">
            <b>Was Voltigo tut: </b>
            {block.does}
          </p>
          <p className="flush">
            <b>Was hilft: </b>
            <Typed text={block.helps} />
          </p>
        </div>
      </div>
    </Section>
  )
}

function Lines({ lines, isOfWeek }: { lines: readonly AttackLine[]; isOfWeek: boolean }) {
  return (
    <ul className="ruled attack-lines" aria-label={isOfWeek ? 'In sieben Tagen' : 'In 24 Stunden'}>
      {lines.map((line) => (
        <li key={line.label}>
          <span>
            {line.label}
            {line.setting && <code>{line.setting}</code>}
          </span>
          <span className="tabular">
            <b>{formatNumber(line.calls)}</b> {networksOf(line)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A sentence in which settings stand as they are typed, between backticks. */
function Typed({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}
