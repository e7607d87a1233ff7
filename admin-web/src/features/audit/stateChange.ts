import { DEPOSITS } from '@/lib/operationWords'
import { stateWords } from '@/lib/states'

/** What an operation changed at a reservation: „Reserviert → Storniert“; nothing for marks. */
export function changeWords({ state, deposit }: Record<string, unknown>): string {
  return [
    arrow(state, stateWords),
    arrow(deposit, (name) => DEPOSITS[name] ?? name, 'Kartenprüfung '),
  ]
    .filter(Boolean)
    .join(', ')
}

function arrow(change: unknown, words: (name: string) => string, what = ''): string {
  if (!Array.isArray(change) || change.length !== 2) return ''
  const [before, after] = change
  return `${what}${words(String(before))} → ${words(String(after))}`
}
