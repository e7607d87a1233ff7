import Button from '@mui/material/Button'
import { useEffect, useId, useRef, useState } from 'react'
import { formatMomentShort } from '@/lib/format'
import {
  type Choice,
  type Choices,
  type Difference,
  type EditKind,
  isOpen,
  type Conflict as Versions,
} from './versions'
import './conflict.css'

interface ConflictProps<V> {
  kind: Pick<EditKind<never, never, V>, 'labels' | 'show' | 'what'>
  versions: Versions<V>
}

/**
 * A colleague saved in between: who, what differs, and which of the two shall stand. Where only one of
 * them changed a member, that change stands without being asked about.
 */
export function Conflict<V>({ kind, versions }: ConflictProps<V>) {
  const { found, changed, settle, discard } = versions
  const [choices, setChoices] = useState<Choices>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The form is gone that had the focus.
  useEffect(() => heading.current?.focus(), [])
  const asked = found.filter(isOpen)
  const left = asked.filter(({ name }) => !choices[name])
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(asked.map(({ name }) => [name, choice])))
  return (
    <section className="conflict" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {changed?.by_name || 'Jemand anderes'} hat {kind.what} inzwischen geändert
      </h2>
      <p role="alert">
        {changed && `Stand: ${formatMomentShort(changed.at)}. `}Ihre Eingaben sind noch nicht
        gespeichert und gehen nicht verloren.
        {asked.length > 0 && ' Bitte wählen Sie, was gelten soll.'}
      </p>
      {asked.length > 1 && (
        <p className="buttons">
          <Button onClick={() => chooseAll('mine')}>Alle meine behalten</Button>
          <Button onClick={() => chooseAll('theirs')}>Alle gespeicherten übernehmen</Button>
        </p>
      )}
      {found.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Angabe</th>
              <th scope="col">Ihre Angabe</th>
              <th scope="col">Gespeichert</th>
            </tr>
          </thead>
          <tbody>
            {found.map((one) => (
              <Row
                key={one.name}
                label={kind.labels[one.name] ?? one.name}
                difference={one}
                mine={kind.show(one.name, versions.mine)}
                theirs={kind.show(one.name, versions.theirs)}
                choice={choices[one.name]}
                onChoice={(choice) => setChoices({ ...choices, [one.name]: choice })}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="buttons">
        <Button
          variant="contained"
          color="secondary"
          disabled={left.length > 0}
          onClick={() => settle(choices)}
        >
          So speichern
        </Button>
        <Button onClick={discard}>Meine Eingaben verwerfen</Button>
      </p>
      <p className="muted" role="status">
        {left.length > 0 &&
          `Noch zu wählen: ${left.map(({ name }) => kind.labels[name]).join(', ')}`}
      </p>
    </section>
  )
}

interface RowProps {
  label: string
  difference: Difference
  mine: string
  theirs: string
  choice: Choice | undefined
  onChoice: (choice: Choice) => void
}

function Row({ label, difference, mine, theirs, choice, onChoice }: RowProps) {
  const group = useId()
  const { isMine } = difference
  if (!isOpen(difference))
    return (
      <tr>
        <th scope="row">{label}</th>
        <td>{isMine ? <Standing value={mine} words="bleibt so" /> : 'nicht geändert'}</td>
        <td>{isMine ? theirs : <Standing value={theirs} words="wird übernommen" />}</td>
      </tr>
    )
  const versions = [
    ['mine', mine, 'Meine Angabe behalten'],
    ['theirs', theirs, 'Gespeicherte übernehmen'],
  ] as const
  return (
    <tr data-open={choice === undefined || undefined}>
      <th scope="row">{label}</th>
      {versions.map(([name, value, words]) => (
        <td key={name}>
          <label>
            <input
              type="radio"
              name={group}
              checked={choice === name}
              onChange={() => onChoice(name)}
              aria-label={`${label}: ${words}, ${value}`}
            />
            <Standing value={value} words={words} />
          </label>
        </td>
      ))}
    </tr>
  )
}

const Standing = ({ value, words }: { value: string; words: string }) => (
  <span>
    <b>{value}</b>
    <small>{words}</small>
  </span>
)
