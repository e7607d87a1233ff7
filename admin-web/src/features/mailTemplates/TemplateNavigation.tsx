import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { kindWord } from '@/ui/mail/mail'

type TemplateRow = Schemas['MailTemplateRowOut']

const GROUPS: readonly [string, boolean][] = [
  ['An Haushalte, um ihren Platz', true],
  ['Alle anderen', false],
]

/** The kinds of mails in two groups. */
export function TemplateNavigation({
  rows,
  current,
}: {
  rows: readonly TemplateRow[]
  current: string
}) {
  return (
    <nav className="sheet template-kinds" aria-label="Arten von Mails">
      {GROUPS.map(([title, isToHousehold]) => (
        <section key={title} aria-labelledby={`kinds-${isToHousehold}`}>
          <h2 id={`kinds-${isToHousehold}`}>{title}</h2>
          <ul>
            {rows
              .filter(({ is_to_household }) => is_to_household === isToHousehold)
              .map(({ kind, subject }) => (
                <li key={kind}>
                  <Link
                    to={`/mail-templates?kind=${kind}`}
                    aria-current={kind === current ? 'page' : undefined}
                  >
                    {kindWord(kind)}
                    <small>{subject}</small>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
