import { useId } from 'react'
import { Section } from '@/ui/page/Section'
import { problemAt } from '../../edit/problems'
import type { Gate } from '../../schedule'
import { ChoiceInput } from '../ChoiceInput'
import { InputField } from '../InputField'
import type { PartProps } from '../part'
import { RowChoice } from '../RowChoice'

const WHEN = [
  ['now', 'Sofort'],
  ['gate', 'Sobald die Daten da sind'],
] as const

const NEEDS: readonly (readonly [Gate['needs'][number], label: string, meaning: string])[] = [
  ['visits', 'Besuche', 'Bis zum letzten Tag des Zeitraums sind Besuche gezählt.'],
  ['costs', 'Kosten', 'Jede Plattform, die sonst Tag für Tag Kosten liefert, reicht so weit.'],
  ['self_check', 'Prüfung der Seiten', 'Die Prüfung der letzten Nacht ist gelaufen.'],
]

const DAYS = [
  ['same', 'am selben Tag'],
  ['next', 'am nächsten Tag'],
] as const

/** Whether it leaves when it is due, or waits for its data, and until when at the latest. */
export function GateFields({ draft, problems, onDraft }: PartProps) {
  const { gate } = draft
  const problem = gate ? undefined : problemAt(problems, 'gate')
  return (
    <Section title="Worauf er wartet">
      <div className="stacked">
        <RowChoice
          legend="Senden"
          name="gate"
          choices={WHEN}
          chosen={gate ? 'gate' : 'now'}
          onChosen={(when) => onDraft({ gate: when === 'now' ? null : (gate ?? START) })}
        />
        {gate && (
          <GateChoice
            gate={gate}
            problems={problems}
            onGate={(changed) => onDraft({ gate: changed })}
          />
        )}
        {problem && (
          <p role="alert" className="field-error">
            {problem}
          </p>
        )}
      </div>
    </Section>
  )
}

const START: Gate = { needs: ['visits', 'costs'], until: '10:00', is_next_day: false }

interface GateChoiceProps {
  gate: Gate
  problems: PartProps['problems']
  onGate: (gate: Gate) => void
}

function GateChoice({ gate, problems, onGate }: GateChoiceProps) {
  const id = useId()
  const missing = problemAt(problems, 'gate.needs')
  const late = problems['gate.until'] ?? problems.gate
  const toggle = (name: Gate['needs'][number]) =>
    onGate({
      ...gate,
      needs: NEEDS.map(([one]) => one).filter((one) =>
        one === name ? !gate.needs.includes(one) : gate.needs.includes(one),
      ),
    })
  return (
    <>
      <fieldset
        className="format-choice"
        aria-describedby={missing ? 'gate-needs-error' : undefined}
      >
        <legend>Er wartet auf</legend>
        {NEEDS.map(([name, label, meaning]) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={gate.needs.includes(name)}
              aria-invalid={missing !== undefined}
              aria-labelledby={`${id}-${name}`}
              aria-describedby={`${id}-${name}-word`}
              onChange={() => toggle(name)}
            />
            <span>
              <b id={`${id}-${name}`}>{label}</b>
              <small id={`${id}-${name}-word`}>{meaning}</small>
            </span>
          </label>
        ))}
        {missing && (
          <p id="gate-needs-error" role="alert" className="field-error">
            {missing}
          </p>
        )}
      </fieldset>
      <div className="field-row">
        <InputField label="Spätestens um" problem={late}>
          {(ties) => (
            <input
              {...ties}
              type="time"
              className="choice tabular"
              value={gate.until}
              onChange={({ target }) => onGate({ ...gate, until: target.value })}
            />
          )}
        </InputField>
        <ChoiceInput
          label="Tag"
          choices={DAYS}
          value={gate.is_next_day ? 'next' : 'same'}
          onValue={(day) => onGate({ ...gate, is_next_day: day === 'next' })}
        />
      </div>
      <p className="typed-word">
        Fehlt dann noch etwas, geht er trotzdem hinaus. In der Mail und in den Dateien steht, was
        fehlt.
      </p>
    </>
  )
}
