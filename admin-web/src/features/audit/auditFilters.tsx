import { Picker } from '@/ui/form/Picker'
import { type Filter, type FilterProps, OwnFilter, PeriodFilter } from '@/ui/table/filters'
import {
  actionChoices,
  actionFilters,
  chosenAction,
  chosenPerson,
  personChoices,
  useAuditChoices,
} from './choices'
import { SubjectName, SubjectPicker } from './SubjectPicker'
import { useAuditFilters } from './useAuditFilters'

/** What was done, by whom, to what, and when. */
export const AUDIT_FILTERS: Filter[] = [
  <ActionFilter key="action" source="action" label="Aktion" parameters={['area', 'action']} />,
  <PersonFilter key="actor" source="actor" label="Wer" />,
  <SubjectFilter key="subject" source="subject" label="Reservierung, Park oder Mail" />,
  <PeriodFilter key="period" source="period" label="Zeitraum" parameters={['from', 'to']} />,
]

function ActionFilter(props: FilterProps) {
  const { filters, change } = useAuditFilters()
  const choices = actionChoices(useAuditChoices())
  const chosen = chosenAction(filters, choices)
  return (
    <OwnFilter {...props} words={chosen?.label}>
      <Picker
        label={props.label}
        choices={choices}
        chosen={chosen}
        onChoose={(choice) => change(actionFilters(choice))}
      />
    </OwnFilter>
  )
}

function PersonFilter(props: FilterProps) {
  const { filters, change } = useAuditFilters()
  const choices = personChoices(useAuditChoices())
  const chosen = chosenPerson(filters.actor, choices)
  return (
    <OwnFilter {...props} words={chosen?.label}>
      <Picker
        label={props.label}
        choices={choices}
        chosen={chosen}
        onChoose={(choice) => change({ actor: choice?.value })}
      />
    </OwnFilter>
  )
}

function SubjectFilter(props: FilterProps) {
  const { filters, change } = useAuditFilters()
  const { subject } = filters
  return (
    <OwnFilter {...props} words={subject && <SubjectName subject={subject} />}>
      <SubjectPicker subject={subject} onChoose={(chosen) => change({ subject: chosen })} />
    </OwnFilter>
  )
}
