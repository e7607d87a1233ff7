import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { dayWithWeekday } from '@/lib/days'
import type { Commands } from '../useCommands'
import { type Line, termEnd } from '../work'

interface LineActionsProps {
  line: Line
  commands: Commands
}

/** The work first; then that it is done, whose it is, and when it comes back. */
export function LineActions({ line, commands }: LineActionsProps) {
  const { ending, act, assignee, step_words } = line
  return (
    <>
      <div className="buttons">
        <Work line={line} commands={commands} />
        {ending !== 'page' && act !== 'refund' && (
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
        {line.kind === 'conversation' && act === 'call' && (
          <Button variant="outlined" aria-keyshortcuts="m" onClick={commands.answer}>
            Schreiben <Key name="m" />
          </Button>
        )}
      </div>
      {assignee && <p className="flush tiny">Bei {commands.isMine ? 'Ihnen' : assignee.name}.</p>}
      <Later line={line} commands={commands} />
      <AssignMenu commands={commands} />
    </>
  )
}

/** What Enter does as well. */
function Work({ line: { act, verb, step_words, path }, commands }: LineActionsProps) {
  const look = { variant: 'contained', color: 'secondary' } as const
  if (act === 'page')
    return (
      <Button {...look} component={Link} to={path}>
        {verb} <Key name="Enter" />
      </Button>
    )
  return (
    <Button {...look} disabled={commands.isAnswering} onClick={commands.perform}>
      {act === 'refund' ? step_words : verb} <Key name="Enter" />
    </Button>
  )
}

function Later({ line, commands }: LineActionsProps) {
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
      {isLimited && term && <p className="muted tiny flush">{termEnd(term)}, später geht nicht.</p>}
    </>
  )
}

/** Who takes the line; its first letters choose, as in every menu. */
function AssignMenu({ commands }: Pick<LineActionsProps, 'commands'>) {
  function choose(person: Schemas['PersonOut'] | null) {
    commands.closeChoice()
    commands.give(person)
  }
  return (
    <Menu
      open={commands.isChoosing}
      anchorEl={commands.isChoosing ? commands.assignButton.current : null}
      onClose={commands.closeChoice}
      slotProps={{ list: { 'aria-label': 'Zuweisen an' } }}
    >
      {commands.colleagues.map((person) => (
        <MenuItem key={person.id} onClick={() => choose(person)}>
          {person.name}
        </MenuItem>
      ))}
      <MenuItem onClick={() => choose(null)}>Niemand, die Aufgabe ist frei</MenuItem>
    </Menu>
  )
}

/** A key shown on its control; readers hear `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key-hint">
      <kbd>{name}</kbd>
    </span>
  )
}
