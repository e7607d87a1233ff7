import { contactAnswers } from '@/content/de/contactAnswers'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  made.className = className
  made.append(...content)
  return made
}

/** Says at a field what is wrong with it, as `components/Field` does; without a message nothing is. */
export function wrong(control: Control, message?: string): void {
  const id = `${control.id}-fehler`
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((other) => other && other !== id)
  document.getElementById(id)?.remove()
  control.removeAttribute('aria-invalid')
  if (message) {
    const said = make('p', 'field__error', message)
    said.id = id
    control.after(said)
    control.setAttribute('aria-invalid', 'true')
    others.unshift(id)
  }
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '))
  else control.removeAttribute('aria-describedby')
}

/** What is wrong in the form as a list of links to its fields, which gets the focus; `components/ErrorSummary` of other forms. */
export function summarise(form: HTMLFormElement, entries: readonly [string, string][]): void {
  form.querySelector('.summary')?.remove()
  if (entries.length === 0) return
  const links = entries.map(([field, message]) => {
    const link = make('a', '', message)
    link.href = `#${field}`
    link.addEventListener('click', (event) => {
      event.preventDefault()
      document.getElementById(field)?.focus()
    })
    return make('li', '', link)
  })
  const title = make('h3', '', contactAnswers.summary(entries.length))
  const box = make('div', 'summary', title, make('ul', '', ...links))
  box.setAttribute('role', 'alert')
  box.tabIndex = -1
  form.prepend(box)
  box.focus({ preventScroll: true })
  box.scrollIntoView({ block: 'center' })
}

/** A message over the page that stays until it is closed; without a text there is none. */
export function toast(form: HTMLFormElement, text?: string): void {
  const room = form.querySelector('.toasts')
  room?.replaceChildren()
  if (!text) return
  const { title, close } = contactAnswers.failure
  const button = make('button', 'toast__close', '×')
  button.type = 'button'
  button.setAttribute('aria-label', close)
  button.addEventListener('click', () => room?.replaceChildren())
  room?.append(make('div', 'toast', make('p', 'toast__title', title), button, make('p', '', text)))
}
