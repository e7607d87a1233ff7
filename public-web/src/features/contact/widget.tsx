/**
 * The contact form as a script of its own, which the contact page loads when it is entered and
 * removes when it is left. A module runs once a document, so it defines an element; each time the
 * page puts one in place, a fresh form stands in it.
 */
import { mountIn } from '@/components/mountIn'
import { CONTACT_ELEMENT } from '@/lib/contactElement'
import { ContactForm } from './ContactForm'

class ContactElement extends HTMLElement {
  private unmount: (() => void) | null = null

  connectedCallback() {
    this.unmount = mountIn(this, <ContactForm />)
  }

  disconnectedCallback() {
    this.unmount?.()
  }
}

if (!customElements.get(CONTACT_ELEMENT)) customElements.define(CONTACT_ELEMENT, ContactElement)
