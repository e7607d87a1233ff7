import { tabAt } from '../navigation'

/** Pages of no tab of their own, and the tab's part that is explained apart. */
const APART: readonly (readonly [RegExp, string])[] = [
  [/^\/reservations\/\d+(\/|$)/, 'record'],
  [/^\/reservations\/create$/, 'create'],
  [/^\/account(\/|$)/, 'account'],
]

/** The address of the help for the page at an address; the list of all topics where it has none. */
export function helpPath(pathname: string): string {
  if (/^\/help(\/|$)/.test(pathname)) return '/help'
  const name = APART.find(([path]) => path.test(pathname))?.[1] ?? tabAt(pathname)?.name
  return name ? `/help/${name}` : '/help'
}
