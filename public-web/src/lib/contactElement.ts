import { paths } from './paths'

/**
 * Name of the element that the contact form's script defines. It stands here because page and
 * script share nothing else.
 */
export const CONTACT_ELEMENT = 'voltigo-kontakt'

/**
 * Where the form's notice leads.
 */
export const PRIVACY_PATH = paths.privacy

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [CONTACT_ELEMENT]: HTMLAttributes<HTMLElement>
    }
  }
}
