import { useState } from 'react'
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

export function usePeriod(campaign: Campaign) {
  return useState<Period>(() => startPeriod(campaign))
}
