import Button from '@mui/material/Button'
import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { RuleEditor } from './RuleEditor'
import { quietWords, type Rule, toldWords } from './rule'

/** The rules, each changed where it stands. */
export function Rules() {
  const { data, error, refetch } = useStaffQuery('/api/staff/alert-rules')
  const [edited, setEdited] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const close = () => {
    setLeft(edited)
    setEdited(null)
  }
  return (
    <Section title="Regeln">
      <p className="flush muted">
        Alle fünf Minuten wird geprüft. Jeder Hinweis geht einmal per Mail hinaus, in Ruhezeiten
        erst danach und nur, wenn er dann noch offen ist. Hier steht er sofort.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="alert-skeleton" aria-busy="true" />}
      <ul className="ruled alert-rules">
        {data?.data.map((rule) => (
          <li key={rule.kind} data-off={!rule.is_on}>
            {edited === rule.kind ? (
              <RuleEditor rule={rule} onClose={close} />
            ) : (
              <RuleRow
                rule={rule}
                isLeft={left === rule.kind}
                onEdit={() => setEdited(rule.kind)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface RuleRowProps {
  rule: Rule
  /** It was just edited, so the keyboard goes on here. */
  isLeft: boolean
  onEdit: () => void
}

function RuleRow({ rule, isLeft, onEdit }: RuleRowProps) {
  const { title, when_words, is_on, changed } = rule
  const facts = [toldWords(rule), quietWords(rule)].filter(Boolean)
  return (
    <>
      <div className="head-row">
        <h3>{title}</h3>
        <ShapeMark {...(is_on ? ON : OFF)} />
        <Button onClick={onEdit} autoFocus={isLeft}>
          Ändern<span className="visually-hidden">: {title}</span>
        </Button>
      </div>
      <p>{when_words}</p>
      <p className="muted">
        {is_on ? `${facts.join('. ')}.` : 'Ausgeschaltet, es wird nicht geprüft.'}
      </p>
      {changed && (
        <p className="muted tiny">
          Zuletzt geändert: {changed.by_name ?? 'Jemand'}, {formatMomentShort(changed.at)}
        </p>
      )}
    </>
  )
}

const ON = { label: 'Eingeschaltet', shape: 'full' } as const
const OFF = { label: 'Ausgeschaltet', shape: 'diagonal' } as const
