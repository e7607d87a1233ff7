/** „1.450“ → 1450, „85,50“ → 85.5; `null` for anything else. */
export function germanNumber(text: string): number | null {
  const plain = text.trim()
  if (!/^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+(,\d+)?$/.test(plain)) return null
  return Number(plain.replaceAll('.', '').replace(',', '.'))
}

/** „1.299,00 €“ → 129900, `null` for what is no amount of at most two decimals. */
export function germanCents(text: string): number | null {
  const plain = text.replace(/\s|€/g, '')
  if (/,\d{3,}$/.test(plain)) return null
  const euros = germanNumber(plain)
  return euros === null ? null : Math.round(euros * 100)
}

/** The same with a sign: „−12,50“ → -1250. */
export function signedCents(text: string): number | null {
  const plain = text.trim()
  const cents = germanCents(plain.replace(/^[-−–]\s*/, ''))
  return cents !== null && cents > 0 && /^[-−–]/.test(plain) ? -cents : cents
}

/** Cents as a user would type them: `129900` → „1299“, `5050` → „50,50“. */
export const typedEuros = (cents: number): string =>
  (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)).replace('.', ',')
