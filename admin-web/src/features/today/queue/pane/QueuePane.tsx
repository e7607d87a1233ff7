import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { stateLabel } from '@/lib/states'
import { SpotCell } from '@/ui/park/FieldDrawing'
import type { Commands } from '../useCommands'
import { dueWords, isPressing, type Line, spotStateOf, termWords } from '../work'
import { Key, LineActions } from './LineActions'
import { LineContact } from './LineContact'
import { Term } from './Term'

/** What other features show here. */
export interface Parts {
  /** Where a message is answered; then its way out, for as long as it can be taken back. */
  Answer: ComponentType<{ conversation: number; onNext: () => void }>
  /** A note to write, and what happened last. */
  Record: ComponentType<{ reservation: number }>
}

interface QueuePaneProps {
  line: Line
  /** „Aufgabe 3 von 14“. */
  place: string
  next: Line | undefined
  commands: Commands
  parts: Parts
  /** Whether the line has left the list, as one does whose answer is on its way. */
  isGone: boolean
  onNext: () => void
}

/** All that the focused line needs: who, until when, what is known, and what can be done without leaving. */
export function QueuePane(props: QueuePaneProps) {
  const { line, next, commands, parts, isGone, onNext } = props
  const { message, reservation_id } = line
  return (
    <section className="queue-now" aria-label="Die Aufgabe">
      <Head {...props} />
      {message && <blockquote className="line-message">{message}</blockquote>}
      {!isGone && !commands.isAnswering && <LineActions line={line} commands={commands} />}
      <Suspense>
        {commands.isAnswering && (
          <parts.Answer conversation={Number(line.subject_id)} onNext={onNext} />
        )}
        {reservation_id !== null && <parts.Record reservation={reservation_id} />}
      </Suspense>
      {next && (
        <p className="line-next tiny">
          <Key name="j" /> Danach: <b>{next.verb}</b> {next.title}, {dueWords(next)}
        </p>
      )}
    </section>
  )
}

function Head({ line, place, commands, isGone }: QueuePaneProps) {
  const { term, facts } = line
  return (
    <>
      <header>
        <p className="muted tiny">
          {isGone ? 'Beantwortet' : place}
          {line.is_escalated && ', der Administration gemeldet'}
        </p>
        <h2>
          {line.verb}: {line.title}
        </h2>
        <Place line={line} />
        <LineContact line={line} contact={commands.contact} />
      </header>
      {term ? (
        <TermSection term={term} line={line} />
      ) : (
        <p className="flush" data-tone={isPressing(line) ? 'due' : undefined}>
          <b>{line.label}</b>, {dueWords(line)}
        </p>
      )}
      {line.detail !== line.label && !line.message && (
        <p className="flush line-detail">{line.detail}</p>
      )}
      {facts.length > 0 && (
        <dl className="line-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Place({ line }: { line: Line }) {
  const spot = spotStateOf(line)
  return (
    <p className="line-place">
      {spot && <SpotCell state={spot} />}
      <Link to={line.reservation_id ? `/reservations/${line.reservation_id}/show` : line.path}>
        {line.spot_number === null ? 'Ansehen' : `Platz ${line.spot_number}`}
        {line.spot_number === null && <span className="visually-hidden">: {line.title}</span>}
      </Link>
      {line.state && <span className="muted">{stateLabel(line.state)}</span>}
    </p>
  )
}

function TermSection({ term, line }: { term: NonNullable<Line['term']>; line: Line }) {
  const [day, end] = termWords(term)
  return (
    <div>
      <p className="flush">
        <b data-tone={isPressing(line) ? 'due' : undefined}>{day}</b> {end}
      </p>
      <Term term={term} />
    </div>
  )
}
