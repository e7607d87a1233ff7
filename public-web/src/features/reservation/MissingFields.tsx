import { Fragment } from 'react'
import { formText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationFields'
import type { ReservationValues } from '@/lib/reservation/fields'
import { missingFields } from '@/lib/reservation/rules'

interface Props {
  id: string
  values: ReservationValues
  onVisit: (field: string) => void
}

/** Why the button does not send yet, each field with the way to it. */
export function MissingFields({ id, values, onVisit }: Props) {
  const missing = missingFields(values)
  if (missing.length === 0) return null
  return (
    <p className="missing" id={id}>
      {formText.contact.missing}{' '}
      {missing.map((field, index) => (
        <Fragment key={field}>
          {index > 0 && ', '}
          <a
            href={`#${field}`}
            onClick={(event) => {
              event.preventDefault()
              onVisit(field)
            }}
          >
            {fieldText[field].short ?? fieldText[field].label}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
