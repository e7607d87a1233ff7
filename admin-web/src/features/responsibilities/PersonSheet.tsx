import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { ROLE_NAMES } from '@/session/session'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'
import { countWords, grouped, type Holding, type Outside, type Person } from './holding'

interface PersonSheetProps {
  person: Person
  /** `null` for those who may not hand over. */
  onHandOver: (() => void) | null
}

/** One account with its things. */
export function PersonSheet({ person, onHandOver }: PersonSheetProps) {
  const { name, role, state, holdings } = person
  return (
    <Section
      title={name}
      action={
        onHandOver && (
          <Button variant={state === 'disabled' ? 'contained' : 'outlined'} onClick={onHandOver}>
            Alles übergeben<span className="visually-hidden"> von {name}</span>
          </Button>
        )
      }
    >
      <p className="flush muted">
        {ROLE_NAMES[role]} · {countWords(holdings)}
      </p>
      {state !== 'active' && <p className="holdings-gone">{GONE[state]}</p>}
      <Holdings holdings={holdings} />
    </Section>
  )
}

const GONE = {
  disabled:
    'Das Konto ist deaktiviert und bekommt nichts mehr. Was hier steht, wartet auf eine Übergabe.',
  invited: 'Das Konto ist noch nicht eingerichtet und bekommt deshalb nichts.',
} as const

interface OutsideSheetProps {
  outside: Outside
  onRemove: () => void
}

/** One address outside of the team with what it receives. */
export function OutsideSheet({ outside, onRemove }: OutsideSheetProps) {
  return (
    <Section
      title={outside.address}
      action={
        <Button variant="outlined" onClick={onRemove}>
          Überall entfernen<span className="visually-hidden">: {outside.address}</span>
        </Button>
      }
    >
      <p className="flush muted">Adresse außerhalb · {countWords(outside.holdings)}</p>
      <Holdings holdings={outside.holdings} />
    </Section>
  )
}

function Holdings({ holdings }: { holdings: readonly Holding[] }) {
  return (
    <div className="holdings">
      {grouped(holdings).map(({ title, holdings: found }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul className="ruled">
            {found.map((holding, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name and address
              <li key={place}>
                <Row holding={holding} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Row({ holding }: { holding: Holding }) {
  const { name, about, path, facts, problem, last_at, next_at } = holding
  const [last, next] = MOMENTS[holding.kind] ?? []
  return (
    <>
      <p className="flush">
        <Link to={path}>{name}</Link> <span className="muted">{about}</span>
      </p>
      <dl className="holding-facts">
        {facts.map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        {last && (
          <div>
            <dt>{last}</dt>
            <dd>{last_at ? <MomentField at={last_at} isShort /> : 'noch nie'}</dd>
          </div>
        )}
        {next && next_at && !problem && (
          <div>
            <dt>{next}</dt>
            <dd>
              <MomentField at={next_at} isShort />
            </dd>
          </div>
        )}
      </dl>
      {problem && <p className="holding-problem">{problem}</p>}
    </>
  )
}

/** What the moments of a kind are; kinds without them have none. */
const MOMENTS: Partial<Record<Holding['kind'], readonly [string, string?]>> = {
  receives: ['Zuletzt', 'Nächstes Mal'],
  owns: ['Zuletzt', 'Nächstes Mal'],
  link: ['Zuletzt geöffnet'],
}
