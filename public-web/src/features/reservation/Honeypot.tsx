import { trapLabel } from '@/content/de/reservationMessages'

const ID = 'homepage'

/** A trap for programs, out of sight and reach of people. */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={ID}>{trapLabel}</label>
      <input id={ID} name={ID} tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/**
 * Whether something was filled in. It is emptied, so that a person whose browser did that can send
 * again.
 */
export function takeBait(): boolean {
  const field = document.getElementById(ID)
  if (!(field instanceof HTMLInputElement) || field.value === '') return false
  field.value = ''
  return true
}
