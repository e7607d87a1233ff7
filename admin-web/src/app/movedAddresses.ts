interface Address {
  pathname: string
  search: string
}

/** Paths of before, each with what it is called now; what follows it is kept. */
const PATHS: readonly (readonly [before: RegExp, now: string])[] = [
  [/^\/anmelden(?=\/|$)/, '/sign-in'],
  [/^\/einrichten(?=\/|$)/, '/set-up'],
  [/^\/konto(?=\/|$)/, '/account'],
  [/^\/link-bauen(?=\/|$)/, '/links/build'],
  [/^\/attribution(?=\/|$)/, '/site-check'],
  [/^\/aliases\/zuordnungen(?=\/|$)/, '/aliases/assigned'],
  [/^\/referrals\/verwendungen(?=\/|$)/, '/referrals/uses'],
  [/^\/reports\/schedules\/neu(?=\/|$)/, '/reports/schedules/new'],
  [/^(\/reports\/schedules\/[^/]+)\/bearbeiten(?=\/|$)/, '$1/edit'],
  // Its facts are changed where they stand on the record: there is no page for that any more.
  [/^(\/reservations\/\d+)(?:\/edit)?\/?$/, '$1/show'],
  [/^\/reports\/changes(?=\/|$)/, '/reports/breakdown'],
  [/^(\/reports\/kept\/[^/]+)\/warum(?=\/|$)/, '$1/changes'],
  [/^\/(?:setup-checks|operation|invariants)\/?$/, '/state'],
]

/** The same of parameters, by the present path they stand behind. */
const PARAMETERS: readonly (readonly [path: RegExp, before: string, now: string])[] = [
  [/^\/parks\/[^/]+\/show$/, 'stand', 'state'],
  [/^\/jobs\/[^/]+$/, 'seite', 'page'],
  [/^\/reports\/kept\/[^/]+\/changes$/, 'gegen', 'against'],
  [/^\/reports\/schedules\/new$/, 'vorlage', 'offer'],
  [/^\/reports\/schedules\/new$/, 'von', 'copy'],
  [/^\/reports\/schedules\/new$/, 'bericht', 'report'],
]

/** Where a page is that was at this address; the address itself if it is a present one. */
export function presentAddress({ pathname, search }: Address): Address {
  const path = PATHS.reduce((now, [before, name]) => now.replace(before, name), pathname)
  const query = PARAMETERS.filter(([place]) => place.test(path)).reduce(
    (now, [, before, name]) => now.replace(new RegExp(`([?&])${before}=`), `$1${name}=`),
    search,
  )
  return { pathname: path, search: query }
}
