import { formatNumber } from '@/lib/format'

const SHORTEST = 12
const LONGEST = 128

const lengthOf = (password: string): number => [...password].length

/** What the browser can check; whether a password is too common, the server knows. */
export function isLongEnough(password: string): boolean {
  return lengthOf(password) >= SHORTEST && lengthOf(password) <= LONGEST
}

/** The rules, with how far the password has come, said aloud as it changes. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul id="password-rules" className="rules tiny muted">
      <li>
        <span role="status">{lengthWords(lengthOf(password))}</span>
      </li>
      <li>Nicht Ihr Name, nicht „Voltigo“, nichts, was viele benutzen. Mehrere Wörter sind gut.</li>
    </ul>
  )
}

export function lengthWords(length: number): string {
  if (length === 0) return `${SHORTEST} bis ${LONGEST} Zeichen.`
  if (length < SHORTEST) return `${SHORTEST} bis ${LONGEST} Zeichen: noch ${SHORTEST - length}.`
  if (length <= LONGEST) return `${SHORTEST} bis ${LONGEST} Zeichen: erfüllt.`
  return `${SHORTEST} bis ${LONGEST} Zeichen: ${formatNumber(length - LONGEST)} zu viel.`
}
