/**
 * What makes the finished contact form work, a script of its own: the contact page loads it when it is entered, and it
 * is gone with the page. A module runs once a document, so it defines the element that the form stands in.
 */
import { CONTACT_ELEMENT } from '@/lib/contactElement'
import { followLetter } from './letter'

class ContactElement extends HTMLElement {
  connectedCallback() {
    followLetter(this)
    this.hidden = false
  }
}

if (!customElements.get(CONTACT_ELEMENT)) customElements.define(CONTACT_ELEMENT, ContactElement)
