import { pageAt } from '../navigation'

/** Pages that the navigation does not name, and the part of a page that is explained apart. */
const APART: readonly (readonly [RegExp, string])[] = [
  [/^\/reservations\/\d+(\/|$)/, 'record'],
  [/^\/reservations\/create$/, 'create'],
  [/^\/account(\/|$)/, 'account'],
]

/** The address of the help for the page at an address; the list of all topics where it has none. */
export function helpPath(pathname: string): string {
  if (/^\/help(\/|$)/.test(pathname)) return '/help'
  const name = APART.find(([path]) => path.test(pathname))?.[1] ?? pageAt(pathname)?.name
  return name ? `/help/${name}` : '/help'
}
