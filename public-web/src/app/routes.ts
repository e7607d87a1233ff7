import type { ComponentType } from 'react'
import { type Path, paths } from '@/lib/paths'

/** Every page's code, each fetched when it is needed. */
const modules = import.meta.glob<{ default: ComponentType }>('../features/*/*Page.tsx')

/**
 * One page of the site: where it is and how its code is loaded. What search engines see stands in
 * `content/de/pageMeta`, which the entry does not need before the first paint.
 */
export interface Route {
  path: Path | '*'
  /** Its source file from the root of the app, by which the build's manifest knows it. */
  source: string
  load: () => Promise<{ default: ComponentType }>
  /** A page that follows by itself, whose code is fetched ahead: no lost connection may hide it. */
  leadsTo?: Path
}

/**
 * The pages that exist, with the file of each below `features/`. Navigation, footer, prerendering
 * and sitemap follow this table: a new page joins with one line here and its title in `pageMeta`.
 */
export const routes: readonly (Route & { path: Path })[] = [
  route(paths.home, 'home/HomePage'),
  route(paths.pilot, 'pilot/PilotPage'),
  route(paths.howItWorks, 'howItWorks/HowItWorksPage'),
  route(paths.about, 'about/AboutPage'),
  route(paths.calculator, 'calculator/CalculatorPage'),
  route(paths.comparison, 'comparison/ComparisonPage'),
  route(paths.faqs, 'faqs/FaqsPage'),
  route(paths.whatIf, 'whatIf/WhatIfPage'),
  { ...route(paths.reservation, 'reservation/ReservationPage'), leadsTo: paths.thanks },
  route(paths.thanks, 'thanks/ThankYouPage'),
  route(paths.myReservation, 'household/HouseholdPage'),
  route(paths.waitingList, 'waitingList/WaitingListPage'),
  route(paths.contact, 'contact/ContactPage'),
  route(paths.dashboard, 'dashboard/DashboardPage'),
  route(paths.invest, 'invest/InvestPage'),
  route(paths.withdrawal, 'declarations/FormPage'),
  route(paths.cancellation, 'declarations/FormPage'),
  route(paths.terms, 'texts/TermsPage'),
  route(paths.privacy, 'texts/PrivacyPage'),
  route(paths.imprint, 'texts/ImprintPage'),
  route(paths.accessibility, 'texts/AccessibilityPage'),
  route(paths.measures, 'texts/MeasuresPage'),
  route(paths.english, 'texts/EnglishPage'),
  route(paths.plain, 'texts/PlainPage'),
]

/** What any other address shows. */
export const notFoundRoute = route('*', 'notFound/NotFoundPage')

/** The route of an address, if it has one; a trailing slash does not matter. */
export function routeOf(pathname: string): (typeof routes)[number] | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1')
  return routes.find((entry) => entry.path === path)
}

function route<P extends Route['path']>(path: P, page: string): Route & { path: P } {
  const load = modules[`../features/${page}.tsx`]
  if (!load) throw new Error(`no file for the page ${page}`)
  return { path, source: `src/features/${page}.tsx`, load }
}
