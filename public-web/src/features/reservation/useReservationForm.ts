import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepContact, keptContact } from '@/lib/reservation/contactMemory'
import { restoreDraft, saveDraft } from '@/lib/reservation/draft'
import {
  CONTACT_FIELDS,
  INITIAL_VALUES,
  ofEach,
  type ReservationValues,
  TEXT_FIELDS,
} from '@/lib/reservation/fields'
import { prefillOf } from '@/lib/reservation/prefill'

export interface ReservationForm {
  values: ReservationValues
  /** Changes one field and keeps the draft. */
  set: <Field extends keyof ReservationValues>(
    field: Field,
    value: ReservationValues[Field],
  ) => void
  /** Takes over what is known from elsewhere. What was typed in this form stays. */
  fill: (known: Partial<ReservationValues>) => void
  /** Makes what the calculator passed on part of the draft, before the address changes. */
  keep: () => void
  /** True once draft and early typing have been taken over. */
  restored: boolean
  /** Goes to the form element, to find what was typed before the page came alive. */
  element: RefObject<HTMLFormElement | null>
}

/**
 * The values of the form: defaults, then the draft, then what the calculator passed on in the
 * address, then whatever the visitor does.
 */
export function useReservationForm(): ReservationForm {
  const [values, setValues] = useState(INITIAL_VALUES)
  const [restored, setRestored] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const early = typedBeforeStart(element.current)
    setValues((current) => ({
      ...current,
      ...restoreDraft(),
      ...keptContact(),
      ...prefillOf(window.location.hash),
      ...early,
    }))
    setRestored(true)
  }, [])

  const set: ReservationForm['set'] = (field, value) => {
    const next = { ...values, [field]: value }
    setValues(next)
    saveDraft(next, field)
    keepContact(ofEach(CONTACT_FIELDS, (name) => next[name]))
    keepPrefill(next)
  }

  const keep = () => keepPrefill(values)

  const fill = (known: Partial<ReservationValues>) =>
    setValues((current) => ({ ...current, ...known, ...typedNow(current) }))

  return { values, set, keep, fill, restored, element }
}

/** Text fields that are filled in. */
const typedNow = (values: ReservationValues): Partial<ReservationValues> =>
  Object.fromEntries(
    TEXT_FIELDS.filter((field) => values[field] !== '').map((field) => [field, values[field]]),
  )

/**
 * With the first thing the visitor does, what the calculator passed on becomes part of the draft
 * and leaves the address: a reload must not bring it back over a later choice.
 */
function keepPrefill(values: ReservationValues): void {
  const { pathname, search, hash } = window.location
  if (Object.keys(prefillOf(hash)).length === 0) return
  saveDraft(values, 'annual_kwh')
  saveDraft(values, 'payment_plan')
  window.history.replaceState(window.history.state, '', pathname + search)
}

/**
 * The finished HTML can be filled in before React takes over, and browsers fill fields again
 * after going back. React leaves such text in the fields but does not know of it.
 */
function typedBeforeStart(form: HTMLFormElement | null): Partial<ReservationValues> {
  if (!form) return {}
  const data = new FormData(form)
  const typed = TEXT_FIELDS.map((field) => [field, data.get(field)] as const)
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value !== ''))
}
