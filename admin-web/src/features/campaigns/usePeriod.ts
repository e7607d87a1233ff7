import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { daysBefore } from '@/lib/days'
import { berlinDay } from '@/lib/reservationWords'
import type { Campaign } from './campaign'

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

/** The campaign's own period up to today; where it has none, the last 30 days. */
export function startPeriod(
  { starts_on, ends_on }: Pick<Campaign, 'starts_on' | 'ends_on'>,
  today: string = berlinDay(),
): Period {
  const to = ends_on && ends_on < today ? ends_on : today
  if (starts_on && starts_on <= to) return { from: starts_on, to }
  return { from: daysBefore(to, 29), to }
}

/** As reports show it where their address names none. */
const STANDARD_DAYS = 90

/** The period an address names, as addresses of reports do; else that of reports. */
export function periodOfAddress(search: URLSearchParams, today: string = berlinDay()): Period {
  const to = search.get('to') ?? today
  return { from: search.get('from') ?? daysBefore(to, STANDARD_DAYS - 1), to }
}

/** A period that lives in the address: reports link here with theirs, and it can be shared. */
export function usePeriodInAddress(): [Period, (period: Period) => void] {
  const [search, setSearch] = useSearchParams()
  const set = ({ from, to }: Period) => setSearch({ from, to })
  return [periodOfAddress(search), set]
}

export function usePeriod(campaign: Campaign) {
  return useState<Period>(() => startPeriod(campaign))
}
