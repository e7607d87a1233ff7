import type { ComponentType } from 'react'
import { type PageMeta, pageMeta } from '@/content/de/pageMeta'
import { type Path, paths } from '@/lib/paths'

/** One page of the site: where it is, what search engines see, and how its code is loaded. */
export interface Route {
  path: Path
  meta: PageMeta
  load: () => Promise<{ default: ComponentType }>
  /** A page that follows by itself, whose code is fetched ahead: no lost connection may hide it. */
  leadsTo?: Path
}

/**
 * The pages that exist. Navigation, footer, prerendering and sitemap follow this table: a new
 * page joins with one line here and its title in `pageMeta`.
 */
export const routes: readonly Route[] = [
  route(paths.home, () => import('@/features/home/HomePage')),
  {
    ...route(paths.reservation, () => import('@/features/reservation/ReservationPage')),
    leadsTo: paths.thanks,
  },
  route(paths.thanks, () => import('@/features/thanks/ThankYouPage')),
  route(paths.contact, () => import('@/features/texts/ContactPage')),
  route(paths.terms, () => import('@/features/texts/TermsPage')),
  route(paths.privacy, () => import('@/features/texts/PrivacyPage')),
  route(paths.imprint, () => import('@/features/texts/ImprintPage')),
]

/** Every path that has a page. */
export const knownPaths: ReadonlySet<string> = new Set(routes.map(({ path }) => path))

/** The route of an address; a trailing slash does not matter. */
export function routeOf(pathname: string): Route | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1')
  return routes.find((entry) => entry.path === path)
}

function route(path: Path, load: Route['load']): Route {
  return { path, meta: pageMeta(path), load }
}
