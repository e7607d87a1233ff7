const KEY = 'contract_draft'
/** The number of the account is not among them, nor what is declared: that is said anew each time. */
const KEPT = ['street', 'town', 'account_holder'] as const

type Draft = Record<(typeof KEPT)[number], string> & { is_other_person: boolean }

/**
 * What was typed before the page was loaded again, for this reservation alone. It does not go by `browserStore`: the
 * bundler would tear that out of the first file into one more request on every page.
 */
export function keptDraft(reference: string): Partial<Draft> {
  const kept = stored()
  if (kept.reference !== reference) return {}
  const found: Partial<Draft> = { is_other_person: kept.is_other_person === true }
  for (const name of KEPT) if (typeof kept[name] === 'string') found[name] = kept[name]
  return found
}

function stored(): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** Keeps it in this tab. */
export function keepDraft(reference: string, values: Draft): void {
  const { street, town, account_holder, is_other_person } = values
  const kept = JSON.stringify({ reference, street, town, account_holder, is_other_person })
  try {
    window.sessionStorage.setItem(KEY, kept)
  } catch {
    // Not kept.
  }
}

export function forgetDraft(): void {
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
