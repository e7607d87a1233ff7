import { useEffect, useState } from 'react'
import { useStaffQuery } from '@/api/useStaffQuery'
import { type Choice, Picker } from '@/ui/form/Picker'
import { kindWord, type Subject, subjectOf } from './entry'

interface SubjectPickerProps {
  subject: string | null | undefined
  onChoose: (subject: string | undefined) => void
}

/** A person types on for so long before the server is asked. */
const PAUSE_MS = 200

/** What entries are about, found by reference, name or number. The address holds its number only. */
export function SubjectPicker({ subject, onChoose }: SubjectPickerProps) {
  const [words, setWords] = useState('')
  const asked = useSettled(words.trim())
  const { data, isFetching } = useSubjects(asked)
  const known = useSubjects(subject ?? '').data?.data.find((one) => one.subject === subject)
  const chosen = subject ? (known ? choiceOf(known) : unnamed(subject)) : null
  const found = asked ? (data?.data ?? []).map(choiceOf) : []
  const isBusy = isFetching || asked !== words.trim()
  return (
    <Picker
      label="Reservierung, Park oder Mail"
      choices={isBusy ? [] : found}
      chosen={chosen}
      onChoose={(choice) => {
        setWords('')
        onChoose(choice?.value)
      }}
      onType={setWords}
      isBusy={isBusy}
      unfiltered="Referenz, Name, Nummer"
      nothing={
        asked
          ? 'Dazu gibt es nichts.'
          : 'Geben Sie eine Referenz, einen Namen oder eine Nummer ein.'
      }
    />
  )
}

/** The name of what the log is narrowed down to. */
export function SubjectName({ subject }: { subject: string }) {
  const known = useSubjects(subject).data?.data.find((one) => one.subject === subject)
  if (!known) return unnamed(subject).label
  return known.household ? `${known.name}, ${known.household}` : known.name
}

const useSubjects = (words: string) =>
  useStaffQuery('/api/staff/audit/subjects', {
    params: { query: { q: words } },
    isEnabled: words !== '',
  })

function choiceOf({ subject, name, household }: Subject): Choice {
  return {
    value: subject,
    label: name,
    group: kindWord(subject),
    ...(household && { note: household }),
  }
}

/** One that is gone, or of a kind that has no names: „Webhook 4“. */
const unnamed = (subject: string): Choice => ({
  value: subject,
  label: subjectOf({ action: '', subject, about: null, details: {} }).words,
})

/** The words once nobody has typed for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), words ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
