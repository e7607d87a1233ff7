import { useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSettled } from '@/lib/useSettled'
import { type Choice, Picker } from '@/ui/form/Picker'

interface HouseholdPickerProps {
  chosen: Choice | null
  onChoose: (choice: Choice | null) => void
}

/** A text rests for so long before the server is asked, in milliseconds. */
const REST = 150

/** Whose values fill the fields, found by name, place or reference. */
export function HouseholdPicker({ chosen, onChoose }: HouseholdPickerProps) {
  const [words, setWords] = useState('')
  const typed = words.trim()
  const asked = useSettled(typed, REST)
  const { data, isFetching } = useStaffQuery('/api/staff/search', {
    params: { query: { q: asked } },
    isEnabled: asked !== '',
  })
  const isBusy = isFetching || asked !== typed
  const found = asked && !isBusy ? (data?.data ?? []) : []
  return (
    <Picker
      label="Mit den Angaben von"
      choices={found.map((hit) => ({
        value: String(hit.id),
        label: `${hit.first_name} ${hit.last_name}`,
        note: `Platz ${hit.spot_number}, ${hit.reference}`,
      }))}
      chosen={chosen}
      onChoose={(choice) => {
        setWords('')
        onChoose(choice)
      }}
      onType={setWords}
      isBusy={isBusy}
      unfiltered="Beispielhaushalt"
      nothing={asked ? 'Dazu gibt es niemanden.' : 'Name, Platz oder Referenz eingeben'}
    />
  )
}
