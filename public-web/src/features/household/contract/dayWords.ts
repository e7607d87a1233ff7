import { formatDay } from '@/lib/germanMoments'

/** A day in Berlin, as the server writes it: „17. November 2026“. */
export const dayWords = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`))
