import { counted, formatMoney } from '@/lib/format'

interface Counts {
  clicks: number | null
  impressions: number | null
  /** What the days with known clicks cost. */
  cents: number
}

/** „1.200 Klicks, 34.000 Einblendungen, 0,42 € je Klick.“; `null` where no platform counted. */
export function countWords({ clicks, impressions, cents }: Counts): string | null {
  const parts = [
    clicks !== null && counted(clicks, 'Ein Klick', 'Klicks'),
    impressions !== null && counted(impressions, 'eine Einblendung', 'Einblendungen'),
    clicks && `${formatMoney(cents / clicks)} je Klick`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}
