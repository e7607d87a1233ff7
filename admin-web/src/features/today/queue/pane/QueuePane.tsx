import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { dayWithWeekday } from '@/lib/days'
import { stateLabel } from '@/lib/states'
import { SpotCell } from '@/ui/park/FieldDrawing'
import type { Commands } from '../useCommands'
import { dueWords, isPressing, type Line, spotStateOf, termWords } from '../work'
import { LineContact } from './LineContact'
import { Term } from './Term'

interface QueuePaneProps {
  line: Line
  /** „Aufgabe 3 von 14“. */
  place: string
  next: Line | undefined
  commands: Commands
}

/** All that the focused line needs: who, until when, what is known, and what can be done without leaving. */
export function QueuePane({ line, place, next, commands }: QueuePaneProps) {
  const { term, note, facts } = line
  return (
    <section className="queue-now" aria-label="Die Aufgabe">
      <header>
        <p className="muted tiny">
          {place}
          {line.is_escalated && ', der Administration gemeldet'}
        </p>
        <h2>
          {line.verb}: {line.title}
        </h2>
        <Place line={line} />
        <LineContact line={line} />
      </header>
      {term ? (
        <TermSection term={term} line={line} />
      ) : (
        <p className="flush" data-tone={isPressing(line) ? 'due' : undefined}>
          <b>{line.label}</b>, {dueWords(line)}
        </p>
      )}
      {line.detail !== line.label && <p className="flush line-detail">{line.detail}</p>}
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
      {note && note !== line.detail && <blockquote className="line-note">{note}</blockquote>}
      <Actions line={line} commands={commands} />
      {next && (
        <p className="line-next tiny">
          <Key name="j" /> Danach: <b>{next.verb}</b> {next.title}, {dueWords(next)}
        </p>
      )}
    </section>
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

function Actions({ line, commands }: { line: Line; commands: Commands }) {
  const { ending, assignee, step_words, verb, path } = line
  return (
    <>
      <div className="buttons">
        <Button variant="contained" color="secondary" component={Link} to={path}>
          {verb} <Key name="Enter" />
        </Button>
        {ending !== 'page' && (
          <Button
            variant="outlined"
            disabled={commands.isRunning}
            aria-keyshortcuts="e"
            onClick={commands.finish}
          >
            {step_words} <Key name="e" />
          </Button>
        )}
        <Button
          ref={commands.assignButton}
          variant="outlined"
          disabled={commands.isRunning}
          aria-keyshortcuts="a"
          onClick={commands.assign}
        >
          {commands.isMine ? 'Abgeben' : 'Übernehmen'} <Key name="a" />
        </Button>
      </div>
      {assignee && <p className="flush tiny">Bei {commands.isMine ? 'Ihnen' : assignee.name}.</p>}
      <Later line={line} commands={commands} />
    </>
  )
}

function Later({ line, commands }: { line: Line; commands: Commands }) {
  const { snooze_choices, snoozed_until, term } = line
  const isLimited = snooze_choices.some(({ is_allowed }) => !is_allowed)
  return (
    <>
      <fieldset className="buttons line-later" data-armed={commands.isArmed || undefined}>
        <legend className="muted tiny">Später, wieder am</legend>
        {snoozed_until && (
          <Button
            variant="outlined"
            disabled={commands.isRunning}
            onClick={() => commands.later(null)}
          >
            Jetzt
          </Button>
        )}
        {snooze_choices.map(({ name, day, is_allowed }, index) => (
          <Button
            key={name}
            variant="outlined"
            disabled={commands.isRunning || !is_allowed}
            aria-keyshortcuts={`s ${index + 1}`}
            onClick={() => commands.later(day)}
          >
            {dayWithWeekday(day)} <Key name={`s ${index + 1}`} />
          </Button>
        ))}
      </fieldset>
      {isLimited && term && (
        <p className="muted tiny flush">
          Frist endet am {dayWithWeekday(term.legal_ends_on)}, später geht nicht.
        </p>
      )}
    </>
  )
}

/** A key shown on its control; readers hear `aria-keyshortcuts`. */
function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key-hint">
      <kbd>{name}</kbd>
    </span>
  )
}
