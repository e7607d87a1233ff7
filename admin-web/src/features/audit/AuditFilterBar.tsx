import Button from '@mui/material/Button'
import { Picker } from '@/ui/form/Picker'
import { FilterDay } from '@/ui/list/Filters'
import {
  actionChoices,
  actionFilters,
  chosenAction,
  chosenPerson,
  personChoices,
  useAuditChoices,
} from './choices'
import { SubjectPicker } from './SubjectPicker'
import { useAuditFilters } from './useAuditFilters'

/** What the log is narrowed down by: what was done, by whom, to what, and when. */
export function AuditFilterBar() {
  const { filters, change, clear } = useAuditFilters()
  const choices = useAuditChoices()
  const actions = actionChoices(choices)
  const people = personChoices(choices)
  return (
    <section className="audit-filters" aria-label="Filter">
      <Picker
        label="Aktion"
        choices={actions}
        chosen={chosenAction(filters, actions)}
        onChoose={(choice) => change(actionFilters(choice))}
      />
      <Picker
        label="Wer"
        choices={people}
        chosen={chosenPerson(filters.actor, people)}
        onChoose={(choice) => change({ actor: choice?.value })}
      />
      <SubjectPicker subject={filters.subject} onChoose={(subject) => change({ subject })} />
      <div className="period">
        <FilterDay source="from" label="Von" />
        <FilterDay source="to" label="Bis" />
      </div>
      {Object.keys(filters).length > 0 && (
        <Button variant="text" onClick={clear}>
          Alle Filter entfernen
        </Button>
      )}
    </section>
  )
}
