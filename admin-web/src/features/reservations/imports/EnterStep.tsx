import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { counted } from '@/lib/format'
import { sending } from '@/session/mailWords'
import { QuestionDialog } from '@/ui/form/QuestionDialog'
import { RadioChoice } from '@/ui/form/RadioChoice'
import { Section } from '@/ui/page/Section'
import {
  type Difference,
  differences,
  type ListImport,
  type Plan,
  reservationsWords,
} from './listImport'
import type { Choices, SentList } from './useListImport'

interface EnterStepProps {
  sent: SentList
  plan: Plan
  choices: Choices
  isChecking: boolean
  onChoices: (change: Partial<Choices>) => void
  /** Computes the plan again. */
  onCheck: () => Promise<Plan | null>
  onPlan: (plan: Plan) => void
  onDone: (made: ListImport) => void
}

const told = () =>
  [
    {
      name: 'yes',
      label: 'Bestätigung senden',
      meaning: sending(
        'Jeder Haushalt bekommt die übliche Mail und bestätigt seine Adresse; ohne Adresse einen Brief.',
      ),
    },
    {
      name: 'no',
      label: 'Keine Mail, kein Brief',
      meaning: 'Die Haushalte wissen schon Bescheid. Ihre Plätze verfallen nicht.',
    },
  ] as const

/** Step 4: what holds for all, and the one button that enters them. */
export function EnterStep(props: EnterStepProps) {
  const { plan, choices, isChecking, onChoices } = props
  const step = useEnterStep(props)
  const { entering, changed } = step
  return (
    <Section title="4. Eintragen">
      <div className="import-enter">
        <RadioChoice
          legend="Was die Haushalte bekommen"
          value={choices.isTold ? 'yes' : 'no'}
          options={told()}
          onChange={(value) => onChoices({ isTold: value === 'yes' })}
        />
        <Statement
          plan={plan}
          value={choices.statement}
          isMissing={step.isMissing}
          onValue={(statement) => onChoices({ statement })}
        />
        <Refusal entering={entering} onLook={step.look} />
        <EnterButton
          plan={plan}
          isRunning={entering.isRunning}
          isBlocked={isChecking}
          onEnter={() => step.enter(plan)}
        />
      </div>
      {changed && (
        <ChangedPlan
          rows={differences(plan, changed)}
          places={changed.places}
          onClose={() => step.take(changed)}
          onConfirm={() => {
            step.take(changed)
            void step.enter(changed)
          }}
        />
      )}
    </Section>
  )
}

/** Enters the plan that was seen; where it does not hold any more, makes another one to be compared. */
function useEnterStep({ sent, plan, choices, onCheck, onPlan, onDone }: EnterStepProps) {
  const [changed, setChanged] = useState<Plan | null>(null)
  const [isAsked, setAsked] = useState(false)
  const entering = useStaffChange('reservations', 'parks')
  const statement = hasConsents(plan) ? '' : choices.statement.trim()
  const lacksStatement = !hasConsents(plan) && !statement

  async function enter({ mapping, version }: Plan) {
    setAsked(true)
    if (lacksStatement) return
    const body = { ...sent, mapping, version, statement, is_told: choices.isTold }
    const made = await entering.run('post', '/api/staff/reservations/imports', { body })
    if (made) onDone(made)
  }

  function take(other: Plan) {
    onPlan(other)
    setChanged(null)
    entering.forget()
  }

  const look = async () => setChanged(await onCheck())
  return { entering, changed, isMissing: isAsked && lacksStatement, enter, take, look }
}

/** Whether a column says who has consented. */
const hasConsents = ({ mapping }: Plan): boolean => mapping.columns.consent !== undefined

interface StatementProps {
  plan: Plan
  value: string
  isMissing: boolean
  onValue: (value: string) => void
}

function Statement({ plan, value, isMissing, onValue }: StatementProps) {
  if (hasConsents(plan))
    return (
      <p className="muted">Ob ein Haushalt eingewilligt hat, steht in einer Spalte der Datei.</p>
    )
  return (
    <TextField
      label="Wo die Einwilligungen liegen"
      value={value}
      onChange={({ target }) => onValue(target.value)}
      error={isMissing}
      helperText={
        isMissing
          ? 'Bitte geben Sie an, wo die Einwilligungen belegt sind.'
          : 'Zum Beispiel: unterschriebene Listen der Messe, Ordner 7. Das steht an jeder Reservierung.'
      }
      slotProps={{ htmlInput: { maxLength: 300 } }}
      required
      fullWidth
    />
  )
}

interface RefusalProps {
  entering: ReturnType<typeof useStaffChange>
  onLook: () => void
}

function Refusal({ entering: { problem, refusal }, onLook }: RefusalProps) {
  if (!problem) return null
  if (refusal?.code !== 'plan_changed')
    return (
      <p role="alert" className="error-text">
        {problem}
      </p>
    )
  return (
    <p role="alert" className="caution">
      {problem} <Button onClick={onLook}>Unterschiede zeigen</Button>
    </p>
  )
}

interface EnterButtonProps {
  plan: Plan
  isRunning: boolean
  isBlocked: boolean
  onEnter: () => void
}

function EnterButton({ plan, isRunning, isBlocked, onEnter }: EnterButtonProps) {
  if (plan.places === 0)
    return (
      <p className="muted">
        Keine Zeile lässt sich so eintragen. Bitte berichtigen Sie die Spalten oder die Datei.
      </p>
    )
  return (
    <p className="buttons">
      <Button variant="contained" disabled={isRunning || isBlocked} onClick={onEnter}>
        {enterWords(plan.places)}
      </Button>
      <small className="muted">24 Stunden lang im Ganzen rückgängig.</small>
    </p>
  )
}

const enterWords = (places: number): string => `${reservationsWords(places)} eintragen`

const SHOWN = 20

interface ChangedPlanProps {
  rows: readonly Difference[]
  places: number
  onClose: () => void
  onConfirm: () => void
}

/** What would come out differently from what was seen, before anything is entered. */
function ChangedPlan({ rows, places, onClose, onConfirm }: ChangedPlanProps) {
  const more = rows.length - SHOWN
  return (
    <QuestionDialog
      title="Das Ergebnis hat sich geändert"
      button={`${reservationsWords(places)} so eintragen`}
      isRunning={places === 0}
      problem={places === 0 ? 'So lässt sich keine Zeile eintragen.' : null}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>Seit der Prüfung hat sich geändert:</p>
      <ul className="ruled">
        {rows.slice(0, SHOWN).map(({ line, name, before, after }) => (
          <li key={line}>
            <b>{name}</b>, Zeile {line}: statt „{before}“ jetzt „{after}“
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="muted">und {counted(more, 'eine weitere Zeile', 'weitere Zeilen')}</p>
      )}
    </QuestionDialog>
  )
}
