import { Link } from 'react-router-dom'
import type { Missing } from './today'

/** What a fresh installation still lacks, with the setting that puts it right. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="missing-settings">
      <h2 id="missing-settings">Noch einzurichten</h2>
      <ul className="ruled to-set-up">
        {missing.map(({ sentence, setting, path }) => (
          <li key={sentence}>
            {sentence}
            {setting && (
              <>
                {' '}
                Einstellung: <code>{setting}</code>
              </>
            )}
            {path && (
              <>
                {' '}
                <Link to={path}>Zu den Zugängen</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
