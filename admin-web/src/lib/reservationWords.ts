export const PACKAGES: Record<number, string> = { 1000: 'Basic', 2000: 'Standard', 3000: 'Premium' }
export const PLANS: Record<string, string> = {
  'one-off': 'Einmal',
  '24m': '24 Raten',
  '48m': '48 Raten',
}

export const packageName = (kwh: number): string => PACKAGES[kwh] ?? `${kwh} kWh`
export const planName = (plan: string): string => PLANS[plan] ?? plan

/** The household's name, or its pseudonym where names are masked. */
export const householdName = (row: {
  first_name: string | null
  last_name: string | null
  pseudonym: string
}): string => [row.first_name, row.last_name].filter(Boolean).join(' ') || row.pseudonym

/** `new` since yesterday's midnight in Berlin as long as it is only reserved, else its own state. */
export function shownState(
  row: { state: string; created_at: string },
  now: Date = new Date(),
): string {
  const isNew = berlinDay(new Date(row.created_at)) >= berlinDay(now, -1)
  return row.state === 'reserved' && isNew ? 'new' : row.state
}

const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })

/** A day in Berlin as `YYYY-MM-DD`; `offset` days from that of `now`. */
export function berlinDay(now: Date = new Date(), offset = 0): string {
  const noon = new Date(`${berlin.format(now)}T12:00:00Z`)
  return new Date(noon.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
}
