import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useSettled } from '@/lib/useSettled'
import type { Choice } from '@/ui/form/Picker'
import { MailFrame } from '@/ui/mail/MailFrame'
import { HouseholdPicker } from './HouseholdPicker'
import '@/ui/mail/mails.css'

interface TemplatePreviewProps {
  subject: string
  text: string
}

/** The answer as a household reads it, a moment after each key; below it what is wrong with its fields. */
export function TemplatePreview({ subject, text }: TemplatePreviewProps) {
  const [household, setHousehold] = useState<Choice | null>(null)
  const { data, error } = usePreview(subject, text, household)
  return (
    <section className="template-preview" aria-label="Vorschau" aria-busy={!data && !error}>
      <HouseholdPicker chosen={household} onChoose={setHousehold} />
      {error && <p role="alert">{errorWords(error)}</p>}
      {data && (
        <>
          <p className="muted tiny">
            So liest es {data.household}
            {!household && ', ein erfundener Haushalt'}
          </p>
          <p className="preview-subject">{data.subject}</p>
          <MailFrame title="Vorlage wie beim Haushalt" html={data.html} />
        </>
      )}
      <ul className="field-faults" aria-label="Felder ohne Wert" aria-live="polite">
        {data?.faults.map(({ field, reason, is_unknown }) => (
          <li key={field} data-unknown={is_unknown || undefined}>
            <code>{field}</code> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A text rests for so long before the server is asked, in milliseconds. */
const REST = 250

function usePreview(subject: string, text: string, household: Choice | null) {
  const call = useCall()
  const words = useSettled(JSON.stringify([subject, text]), REST)
  return useQuery({
    queryKey: ['template-preview', words, household?.value],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const [typedSubject, typedText] = JSON.parse(words)
      return call('post', '/api/staff/answer-templates/preview', {
        body: {
          subject: typedSubject,
          text: typedText,
          reservation_id: household ? Number(household.value) : null,
        },
      })
    },
  })
}
