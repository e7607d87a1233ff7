import { Link } from 'react-router-dom'
import { type AuditEntry, actorWords, subjectOf } from './entry'
import { predicate } from './words/sentences'

/** „Miriam Falk hat Reservierung 17 storniert.“, with the way to what it is about. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const sentence = predicate(entry)
  const { words, path } = subjectOf(entry)
  const [before, ...after] = sentence.split(words)
  return (
    <span className="event">
      <b>{actorWords(entry)}</b>{' '}
      {path && after.length > 0 ? (
        <>
          {before}
          <Link to={path}>{words}</Link>
          {after.join(words)}
        </>
      ) : (
        sentence
      )}
    </span>
  )
}
