import { Picker } from '@/ui/form/Picker'
import type { Filter } from '@/ui/list/filters/filter'
import {
  type AuditChoices,
  actionChoices,
  actionFilters,
  chosenAction,
  chosenPerson,
  personChoices,
} from './choices'
import { SubjectName, SubjectPicker } from './SubjectPicker'
import { useAuditFilters } from './useAuditFilters'

/** What the log is narrowed down by: what was done, by whom, to what, and when. */
export function auditFilters(choices: AuditChoices | undefined): Filter[] {
  const actions = actionChoices(choices)
  const people = personChoices(choices)
  return [
    {
      name: 'action',
      label: 'Aktion',
      kind: 'own',
      parameters: ['area', 'action'],
      own: {
        words: (values) => chosenAction(values, actions)?.label,
        input: <ActionInput choices={choices} />,
      },
    },
    {
      name: 'actor',
      label: 'Wer',
      kind: 'own',
      own: {
        words: ({ actor }) => chosenPerson(actor, people)?.label,
        input: <PersonInput choices={choices} />,
      },
    },
    {
      name: 'subject',
      label: 'Reservierung, Park oder Mail',
      kind: 'own',
      own: {
        words: ({ subject = '' }) => <SubjectName subject={subject} />,
        input: <SubjectInput />,
      },
    },
    { name: 'period', label: 'Zeitraum', kind: 'period', parameters: ['from', 'to'] },
  ]
}

interface InputProps {
  choices: AuditChoices | undefined
}

function ActionInput({ choices }: InputProps) {
  const { filters, change } = useAuditFilters()
  const actions = actionChoices(choices)
  return (
    <Picker
      label="Aktion"
      choices={actions}
      chosen={chosenAction(filters, actions)}
      onChoose={(choice) => change(actionFilters(choice))}
    />
  )
}

function PersonInput({ choices }: InputProps) {
  const { filters, change } = useAuditFilters()
  const people = personChoices(choices)
  return (
    <Picker
      label="Wer"
      choices={people}
      chosen={chosenPerson(filters.actor, people)}
      onChoose={(choice) => change({ actor: choice?.value })}
    />
  )
}

function SubjectInput() {
  const { filters, change } = useAuditFilters()
  return <SubjectPicker subject={filters.subject} onChoose={(subject) => change({ subject })} />
}
