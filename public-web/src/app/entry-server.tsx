import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { pageMeta } from '@/content/de/pageMeta'
import { isLive, paths } from '@/lib/paths'
import { PLACEHOLDERS } from '@/lib/settings'
import { App } from './App'
import { headHtml, headOf } from './head'
import { OriginQuestionHtml } from './OriginQuestionHtml'
import { loadPage } from './pages'
import { notFoundRoute, routeOf, routes } from './routes'
import { structuredData } from './structuredData'

/** Where a declaration is made: no question of ours stands beside it. */
const DECLARATIONS: readonly string[] = [paths.withdrawal, paths.cancellation]

/** The pages to write: address, source file, language, whether React takes it over, search engines list it, it asks. */
export const pages = routes.map(({ path, source }) => ({
  path,
  source,
  isLive: isLive(path),
  asks: !DECLARATIONS.includes(path) && !pageMeta(path).lang,
  lang: pageMeta(path).lang ?? 'de',
  indexed: pageMeta(path).indexed,
}))

/** The source file of the page for any other address. */
export const notFoundSource = notFoundRoute.source

/** What every page carries behind its content, for the entry to show. */
export const question = renderToStaticMarkup(<OriginQuestionHtml />)

/** The offer in both languages, for search engines. */
function alternates(page: string): string {
  if (page !== paths.home && page !== paths.english) return ''
  const link = (lang: string, path: string) =>
    `<link rel="alternate" hreflang="${lang}" href="${PLACEHOLDERS.publicUrl}${path}">`
  return link('de', paths.home) + link('en', paths.english)
}

/** Renders one address to the HTML of its head and its body. An unknown one is the 404 page. */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const route = routeOf(path)
  await loadPage(route ?? notFoundRoute)
  const page = route?.path ?? 'notFound'
  const body = renderToString(
    <StaticRouter location={path}>
      <App settings={PLACEHOLDERS} />
    </StaticRouter>,
  )
  const head = headHtml(headOf(page, path, PLACEHOLDERS.publicUrl))
  return { head: head + alternates(page) + structuredData(page, PLACEHOLDERS), body }
}
