import { CONTACT_ELEMENT } from '@/lib/contactElement'
import { readSettings } from '@/lib/settings'

const SCRIPT = import.meta.env.DEV ? '/src/features/contact/widget.ts' : '/widgets/kontakt.js'

/** The contact form: ours, whose script is loaded now, or another provider's, whose script waits for a click. */
export function followContact(): void {
  const area = document.querySelector<HTMLElement>('.post')
  if (!area) return
  const { contactWidgetUrl } = readSettings()
  if (contactWidgetUrl) offer(area, contactWidgetUrl)
  else load(area, area, ourAddress(), 'module')
}

const partOf = (area: Element, name: string) => area.querySelector<HTMLElement>(`.post__${name}`)

const show = (area: Element, name: string, isShown = true) =>
  partOf(area, name)?.toggleAttribute('hidden', !isShown)

/** Says whose form it is, and loads it on a click. */
function offer(area: HTMLElement, address: string): void {
  const { host } = new URL(address)
  const button = partOf(area, 'offer')?.querySelector('button')
  partOf(area, 'host')?.append(host)
  area.querySelector(CONTACT_ELEMENT)?.remove()
  area.classList.remove('post--own')
  show(area, 'waiting', false)
  show(area, 'offer')
  button?.addEventListener('click', () => {
    show(area, 'offer', false)
    show(area, 'loading')
    area.classList.add('post--loaded')
    area.querySelector('h2')?.classList.add('visually-hidden')
    const place = area.appendChild(document.createElement('section'))
    place.className = 'post__external'
    place.setAttribute('aria-label', `${partOf(area, 'loading')?.dataset.frame}${host}`)
    // What scrolls must be reachable by keyboard, and the button that had the focus is gone.
    place.tabIndex = 0
    place.focus()
    load(area, place, address)
  })
}

/** Loads a form's script where the form is to appear. */
function load(area: Element, place: Element, address: string | TrustedScriptURL, type = ''): void {
  const script = document.createElement('script')
  const done = (isThere: boolean) => {
    show(area, 'waiting', false)
    show(area, 'loading', false)
    show(area, 'failed', !isThere)
  }
  script.onload = () => done(true)
  script.onerror = () => done(false)
  script.type = type
  // The library types the property as a text; browsers take what a policy made as well.
  script.src = address as string
  place.append(script)
}

/** The pages' policy refuses a script made of a text (`trusted-types`); this one gives out no other address. */
const ourAddress = () =>
  globalThis.trustedTypes
    ?.createPolicy('contact-form', { createScriptURL: () => SCRIPT })
    .createScriptURL('') ?? SCRIPT
