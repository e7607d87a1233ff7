/** Name of the element that the contact form's script defines: page and script share nothing else. */
export const CONTACT_ELEMENT = 'voltigo-kontakt'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [CONTACT_ELEMENT]: HTMLAttributes<HTMLElement>
    }
  }
}
