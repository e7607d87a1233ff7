import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort } from '@/lib/format'
import { useSession } from '@/session/session'
import { ShapeMark } from '@/ui/fields/StateMark'
import { EditDialog } from '@/ui/form/EditDialog'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { RuleEditor } from './RuleEditor'
import { type Known, newRule, quietWords, type Rule, toldWords } from './rule'

/** The rules, each changed where it stands. */
export function Rules() {
  const { data, error, refetch } = useStaffQuery('/api/staff/alert-rules')
  return (
    <Section title="Regeln">
      <p className="flush muted">
        Alle fünf Minuten wird geprüft, Zahlen nach jedem Tag. Jeder Hinweis geht einmal per Mail
        hinaus, in Ruhezeiten erst danach und nur, wenn er dann noch offen ist. Hier steht er
        sofort.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="awaited-part" aria-busy="true" />}
      {data && <RuleList known={data} />}
    </Section>
  )
}

/** `?figure=sessions` is where reports lead: a new rule on that figure. */
function RuleList({ known }: { known: Known }) {
  const [search, setSearch] = useSearchParams()
  const start = known.figures.find(({ name }) => name === search.get('figure'))
  const [edited, setEdited] = useState<number | null>(start ? 0 : null)
  const [left, setLeft] = useState<number | null>(null)
  const mail = useSession()?.account.email ?? ''
  const figure = start ?? known.figures[0]
  const close = () => {
    setLeft(edited)
    setEdited(null)
    if (start) setSearch({}, { replace: true })
  }
  return (
    <>
      {edited === 0 && figure && (
        <RuleEditor rule={newRule(figure, known, mail)} known={known} onClose={close} />
      )}
      {edited !== 0 && (
        <p className="buttons">
          <Button variant="outlined" onClick={() => setEdited(0)} autoFocus={left === 0}>
            Regel anlegen
          </Button>
        </p>
      )}
      {known.data.length === 0 && edited !== 0 && (
        <p className="nothing">
          Noch keine. Legen Sie fest, was Sie wissen möchten, zum Beispiel: drei Tage keine
          Reservierung, halb so viele Besuche wie sonst, Kosten ohne einen einzigen Besuch.
        </p>
      )}
      <ul className="ruled alert-rules">
        {known.data.map((rule) => (
          <li key={rule.id} data-off={!rule.is_on}>
            {edited === rule.id ? (
              <RuleEditor rule={rule} known={known} onClose={close} />
            ) : (
              <RuleRow rule={rule} isLeft={left === rule.id} onEdit={() => setEdited(rule.id)} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface RuleRowProps {
  rule: Rule
  /** It was just edited, so the keyboard goes on here. */
  isLeft: boolean
  onEdit: () => void
}

function RuleRow({ rule, isLeft, onEdit }: RuleRowProps) {
  const { title, when_words, state_words, is_on, note, changed } = rule
  const facts = [toldWords(rule), quietWords(rule)].filter(Boolean)
  return (
    <>
      <div className="head-row">
        <h3>{title}</h3>
        <ShapeMark {...(is_on ? ON : OFF)} />
        <span className="rule-buttons">
          <Button onClick={onEdit} autoFocus={isLeft}>
            Ändern<span className="visually-hidden">: {title}</span>
          </Button>
          {rule.comparison && <RemoveButton rule={rule} />}
        </span>
      </div>
      <p>{when_words}</p>
      {state_words && <p>{state_words}</p>}
      <p className="muted">
        {is_on ? `${facts.join('. ')}.` : 'Ausgeschaltet, es wird nicht geprüft.'}
      </p>
      {note && <p className="caution">{note}</p>}
      {changed && (
        <p className="muted tiny">
          Zuletzt geändert: {changed.by_name ?? 'Jemand'}, {formatMomentShort(changed.at)}
        </p>
      )}
    </>
  )
}

function RemoveButton({ rule: { id, title } }: { rule: Rule }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        Löschen<span className="visually-hidden">: {title}</span>
      </Button>
      {isAsking && (
        <EditDialog
          title="Regel löschen?"
          button="Löschen"
          save={(call) =>
            call('delete', '/api/staff/alert-rules/{rule}', { params: { path: { rule: id } } })
          }
          renews={['alert-rules', 'alerts']}
          done="Gelöscht."
          onClose={close}
        >
          <p>{title}. Auch ihre Hinweise stehen danach nicht mehr im Verlauf.</p>
        </EditDialog>
      )}
    </>
  )
}

const ON = { label: 'Eingeschaltet', shape: 'full' } as const
const OFF = { label: 'Ausgeschaltet', shape: 'diagonal' } as const
