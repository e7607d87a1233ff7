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

/** The pages to write: address, source file, whether React takes it over, search engines may list it, and it asks. */
export const pages = routes.map(({ path, source }) => ({
  path,
  source,
  isLive: isLive(path),
  asks: !DECLARATIONS.includes(path),
  indexed: pageMeta(path).indexed,
}))

/** The source file of the page for any other address. */
export const notFoundSource = notFoundRoute.source

/** What every page carries behind its content, for the entry to show. */
export const question = renderToStaticMarkup(<OriginQuestionHtml />)

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
  return { head: head + structuredData(page, PLACEHOLDERS), body }
}
