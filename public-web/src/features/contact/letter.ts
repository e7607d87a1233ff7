import { type ContactAnswer, type ContactMessage, sendContactMessage } from '@/api/contact'
import { contactAnswers } from '@/content/de/contactAnswers'
import { parseAmount } from '@/lib/germanAmount'
import { centsToEuros, eurosToCents } from '@/lib/offer/money'
import { randomKey } from '@/lib/oldBrowsers'
import { summarise, toast, wrong } from './messages'
import { type Messages, messagesOf } from './rules'
import {
  amountOf,
  type ContactField,
  type ContactValues,
  messageOf,
  type Project,
  type Projects,
  valuesFrom,
} from './values'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The contact form from the first letter to the reference. It keeps nothing beyond the page. */
export function followLetter(within: ParentNode): void {
  const form = within.querySelector<HTMLFormElement>('.letter')
  if (!form) return
  const field = (name: string) => form.elements.namedItem(name) as Control
  const projects = projectsOf(field('project') as HTMLSelectElement)
  // A browser may have filled the form again as it was left.
  let isWritten = field('message').value !== ''
  const values = (): ContactValues => {
    const typed = Object.fromEntries(new FormData(form)) as Record<ContactField, string>
    return { ...typed, message: isWritten ? typed.message : null }
  }
  const adapt = () => {
    const now = values()
    fitTopic(form, field, now, projects)
    if (!isWritten) field('message').value = messageOf(now, projects)
  }

  for (const [name, text] of Object.entries(valuesFrom(window.location.search, projects)))
    if (text) field(name).value = text
  adapt()
  const changed = ({ target }: Event) => {
    const { name } = target as Control
    isWritten ||= name === 'message'
    // A changed field is no longer wrong until it is looked at again.
    wrong(field(name))
    adapt()
  }
  // What a browser fills in by itself it may only tell as a change.
  form.addEventListener('input', changed)
  form.addEventListener('change', changed)

  const show = (found: Messages) => {
    for (const control of form.querySelectorAll<Control>('.input'))
      wrong(control, found[control.name as ContactField])
    summarise(form, Object.entries(found))
    return Object.keys(found).length > 0
  }
  const send = sender(form, show, (reference) =>
    thank(within, form, field('email').value, reference),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!show(messagesOf(values(), projects))) void send(bodyOf(values(), projects))
  })
}

/** The parks of the list; one that was called off leaves it. */
function projectsOf(list: HTMLSelectElement): Projects {
  const projects = new Map<string, Project>()
  for (const option of [...list.options]) {
    const { minimum = '', status } = option.dataset
    if (status === 'Abgesagt') option.remove()
    else
      projects.set(option.value, {
        name: option.text,
        minimum: eurosToCents(parseAmount(minimum).value),
      })
  }
  return projects
}

/** Each topic has its fields, and its own need of a telephone. */
function fitTopic(
  form: HTMLFormElement,
  field: (name: string) => Control,
  { topic, project }: ContactValues,
  projects: Projects,
): void {
  const isShare = topic === 'anteil'
  const isCallback = topic === 'rueckruf'
  const hide = (name: string, isHidden: boolean) =>
    field(name).closest('.field')?.toggleAttribute('hidden', isHidden)
  hide('reference', isShare)
  for (const name of ['project', 'amount', 'payment_method']) hide(name, !isShare)
  const row = field('topic').closest('.letter__row')
  row?.classList.toggle('letter__row--share', isShare)
  row?.classList.toggle('letter__row--topic', !isShare)

  const { label, optional } = contactAnswers.phone
  const phone = form.querySelector('label[for=phone]')
  if (phone) phone.textContent = isCallback ? label : optional
  field('phone').setAttribute('aria-required', String(isCallback))
  const hint = form.querySelector('#amount-hinweis')
  const list = field('project') as HTMLSelectElement
  const minimum = [...list.options].find(({ value }) => value === project)?.dataset.minimum
  if (hint && projects.has(project)) hint.textContent = contactAnswers.smallest(minimum ?? '')
}

/** The call itself: once at a time, and under one key until the text is another. */
function sender(
  form: HTMLFormElement,
  show: (found: Messages) => boolean,
  arrived: (reference: string) => void,
) {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const idle = button?.textContent ?? ''
  let attempt = { key: '', sent: '' }
  let isBusy = false
  const become = (busy: boolean) => {
    isBusy = busy
    button?.setAttribute('aria-disabled', String(busy))
    if (button) button.textContent = busy ? contactAnswers.sending : idle
  }
  return async (message: ContactMessage) => {
    if (isBusy) return
    become(true)
    toast(form)
    const sent = JSON.stringify(message)
    if (attempt.sent !== sent) attempt = { key: randomKey(), sent }
    // An old browser may lack a function: that must not leave the button busy.
    const answer = await sendContactMessage(message, attempt.key).catch(
      (): ContactAnswer => ({ kind: 'unclear' }),
    )
    become(false)
    if (answer.kind === 'sent') arrived(answer.reference)
    else if (answer.kind !== 'refused' || answer.errors.length === 0) toast(form, failureOf(answer))
    else show(Object.fromEntries(answer.errors.map(({ field, message }) => [field, message])))
  }
}

function failureOf(answer: Exclude<ContactAnswer, { kind: 'sent' }>): string {
  const { unclear, limited, other } = contactAnswers.failure
  if (answer.kind === 'unclear') return unclear
  const isLimited = answer.kind === 'postponed' && answer.code === 'rate_limited'
  return isLimited ? limited(Math.ceil((answer.retryAfterSeconds ?? 60) / 60)) : other
}

function bodyOf(values: ContactValues, projects: Projects): ContactMessage {
  const { name, email, phone, topic, reference, homepage } = values
  const body = { name, email, phone, topic, message: messageOf(values, projects), homepage }
  if (topic !== 'anteil') return { ...body, reference } as ContactMessage
  const cents = amountOf(values)
  return {
    ...body,
    project: values.project || null,
    amount: cents === null ? null : centsToEuros(cents),
    payment_method: values.payment_method || null,
  } as ContactMessage
}

/** What the form becomes when its message has arrived. */
function thank(within: ParentNode, form: HTMLFormElement, email: string, reference: string): void {
  const sent = within.querySelector<HTMLElement>('.letter__sent')
  sent?.querySelector('.reference')?.append(reference)
  sent?.querySelector('.letter__next')?.append(contactAnswers.next(email))
  form.hidden = true
  sent?.removeAttribute('hidden')
  sent?.querySelector('h3')?.focus()
}
