import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useCall } from '@/api/useCall'
import { useStaffChange } from '@/api/useStaffChange'
import { useSettled } from '@/lib/useSettled'
import { useDraft } from '@/session/draft'
import { showPath } from '../showPath'
import { bodyOf, type EntryForm, emptyForm, isBegun } from './form'

/** How long what is typed rests before the server is asked about it, in milliseconds. */
const REST = 250

export type Entry = ReturnType<typeof useEntry>

/**
 * A reservation as it is typed: kept as a draft, sent once. The draft outlives a reload, since a call
 * on the telephone cannot be made again; it goes with the tab, with saving and with „Verwerfen“.
 */
export function useEntry(given: Schemas['EntryFormOut']) {
  const empty = () => emptyForm(given.park)
  const { draft: form, keep, restart, keptAt } = useDraft('reservation create', 'tab', empty)
  const change = useStaffChange('reservations', 'parks', 'today')
  const { run, isRunning, refusal, fieldErrors, forget } = change
  const navigate = useNavigate()
  const [mended, setMended] = useState<readonly string[]>([])
  const area = useRef<HTMLFormElement>(null)
  const text = given.texts.find((one) => one.channel === form.channel)

  function type(changes: Partial<EntryForm>) {
    setMended((before) => [...before, ...Object.keys(changes)])
    keep({ ...form, ...changes, key: crypto.randomUUID() })
  }
  function discard() {
    forget()
    restart(empty())
    area.current?.querySelector<HTMLElement>('[name="first_name"]')?.focus()
  }
  async function submit() {
    if (isRunning) return
    setMended([])
    const entered = await run('post', '/api/staff/reservations', {
      params: { header: { 'Idempotency-Key': form.key } },
      body: bodyOf(form, text?.version ?? ''),
    })
    if (!entered) return void requestAnimationFrame(() => focusFault(area.current))
    const name = `${form.first_name.trim()} ${form.last_name.trim()}`
    restart(empty())
    navigate(showPath(entered), { state: { entered: { ...entered, name } } })
  }
  // A field that was typed in again is not marked as wrong until the server says so.
  const errors = Object.fromEntries(
    Object.entries(fieldErrors).filter(([name]) => !mended.includes(name)),
  )
  const warnings = (refusal?.warnings ?? []) as Schemas['WarningOut'][]
  return {
    ...{ form, type, discard, submit, area, isRunning, errors, text, warnings },
    problem: warnings.length > 0 || refusal?.errors ? null : change.problem,
    keptAt: isBegun(form) ? keptAt : undefined,
  }
}

/** To what is wrong first, or to what has to be looked at. */
function focusFault(area: HTMLElement | null): void {
  const first = area?.querySelector<HTMLElement>('[aria-invalid="true"], .entry-warnings input')
  first?.focus()
}

/** The receipt for what is chosen. */
export function useReceipt({ park, annual_kwh, payment_plan, credit_tenth_ct }: EntryForm) {
  const call = useCall()
  const body = {
    park,
    annual_kwh: Number(annual_kwh) as Schemas['EntryPreviewIn']['annual_kwh'],
    payment_plan: payment_plan as Schemas['EntryPreviewIn']['payment_plan'],
    credit_tenth_ct: Number(credit_tenth_ct) as NonNullable<
      Schemas['EntryPreviewIn']['credit_tenth_ct']
    >,
  }
  return useQuery({
    queryKey: ['entry receipt', body],
    queryFn: () => call('post', '/api/staff/reservations/entry/preview', { body }),
    placeholderData: (before) => before,
  })
}

/** Who the household may already be. What is typed stays out of the address. */
export function useAlike(form: EntryForm) {
  const call = useCall()
  const { first_name, last_name, postcode, mobile_phone, email } = form
  const typed = useSettled(
    JSON.stringify({ first_name, last_name, postcode, mobile_phone, email }),
    REST,
  )
  const isEnough = (first_name && last_name) || mobile_phone.length > 5 || email.includes('@')
  return useQuery({
    queryKey: ['entry alike', typed],
    queryFn: () =>
      call('post', '/api/staff/reservations/entry/alike', {
        body: JSON.parse(typed) as Schemas['AlikeIn'],
      }),
    enabled: Boolean(isEnough),
    placeholderData: (before) => before,
    gcTime: 0,
  })
}
