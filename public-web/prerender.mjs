/**
 * Writes the finished pages: every route of the built site as HTML with its head and style sheet,
 * the 404 page, sitemap and robots, and a compressed copy beside every script and sheet. A page that
 * React does not take over gets the small script of those that only show. A page that
 * looks different in a park without places to reserve has a file for each such state beside it.
 *
 * Values only the operator knows stay as `__VOLTIGO_…__`; the server fills them in at start.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('./dist/', import.meta.url))
const client = join(root, 'client')
/** What `services/parks/site_facts.py` calls them. */
const STATES = ['open', 'full', 'paused', 'cancelled']
const inStates = await Promise.all(STATES.map(renderedIn))
const [{ notFoundSource, pages, question }] = inStates

const SITE = '__VOLTIGO_PUBLIC_URL__'
const COMPRESSIBLE = new Set(['.js', '.css', '.svg'])

const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
const template = withInlinedIcon(withInlinedStyle(readFileSync(join(client, 'index.html'), 'utf8')))
const fonts = readdirSync(join(client, 'assets')).filter(
  // Not those of foreign names, which few pages show.
  (name) => name.endsWith('.woff2') && !name.startsWith('names-'),
)

/**
 * A page that only shows is prepared as soon as somebody is about to follow a link to it, so that it stands there at once.
 * It counts as a visit when it is looked at (`visit.ts`).
 */
const showing = pages.filter(({ isLive }) => !isLive).map(({ path }) => path)
const PREPARED = `<script type="speculationrules">${JSON.stringify({
  prerender: [{ where: { href_matches: showing }, eagerness: 'moderate' }],
})}</script>`

const shownScript = readdirSync(join(client, 'assets'))
  .filter((name) => /^shown-.*\.js$/.test(name))
  .map((name) => `assets/${name}`)

/** Scripts that a page without React loads besides: its form's. */
const FORMS = { '/kontakt': ['widgets/kontakt.js'] }

const written = []
for (const page of pages) writePage({ ...page, file: fileOf(page.path) })
writePage({
  path: '/404',
  file: '404.html',
  source: notFoundSource,
  asks: true,
  isLive: false,
  lang: 'de',
})
removeUnused()
// For whoever measures or checks the result: which files belong to which page.
writeFileSync(join(root, 'pages.json'), JSON.stringify(written, null, 2))
writeFileSync(join(client, 'sitemap.xml'), sitemap())
writeFileSync(
  join(client, 'robots.txt'),
  `User-agent: *\nAllow: /\n\nSitemap: ${SITE}/sitemap.xml\n`,
)
rmSync(join(client, '.vite'), { recursive: true })
for (const folder of ['assets', 'widgets']) compressFiles(join(client, folder))
console.log(`${pages.length + 1} pages written to dist/client`)

function writePage({ path, file, source, asks, isLive, lang }) {
  const styles = stylesOf(source)
  const scripts = isLive ? scriptsOf(source) : [...shownScript, ...(FORMS[path] ?? [])]
  const asked = asks ? question : ''
  const htmls = inStates.map(({ rendered }) => {
    const html = inLanguage(lang, pageOf(path, rendered[path], styles, asked))
    return isLive ? html : withoutReact(html)
  })
  const target = join(client, file)
  mkdirSync(dirname(target), { recursive: true })
  for (const [index, html] of htmls.entries()) {
    if (index > 0 && html === htmls[0]) continue
    const variant = index > 0 ? file.replace(/\.html$/, `.${STATES[index]}.html`) : file
    writeFileSync(join(client, variant), html)
    written.push({ path, state: STATES[index], file: variant, scripts, styles })
  }
  console.log(`  ${path} → ${file}`)
}

/** The language of a page; what surrounds its text is German on every page. */
function inLanguage(lang, html) {
  if (lang === 'de') return html
  return html
    .replace('<html lang="de">', `<html lang="${lang}">`)
    .replace(
      /<(?=(?:a class="skip"|header class="head"|footer class="foot"))(\w+)/g,
      '<$1 lang="de"',
    )
}

function pageOf(path, { head, body }, styles, asked) {
  const headings = body.match(/<h1[\s>]/g)?.length ?? 0
  if (headings !== 1) throw new Error(`${path} has ${headings} <h1>, every page needs exactly one`)
  if (/\sstyle="/.test(body))
    throw new Error(`${path} has a style attribute, which the CSP forbids`)
  return template
    .replace('<!--head-->', () => head + preloads())
    .replace('<!--styles-->', () => styles.map(inlined).join(''))
    .replace('<!--page-->', () => body)
    .replace('<!--question-->', () => asked)
}

/** The page with the small script and its rules, and without what only React's entry and its loader read. */
function withoutReact(html) {
  const [script] = shownScript
  const changed = html
    .replace(/(<script type="module"[^>]* src=")[^"]*"/, (_, before) => `${before}/${script}"`)
    .replace(/<meta name="voltigo-parks"[^>]*>/, '')
    .replace(/<link rel="stylesheet"[^>]* disabled>/g, '')
    .replace('</head>', () => `${PREPARED}</head>`)
  if (!changed.includes(script)) throw new Error('a page has no script to replace')
  return changed
}

/** Takes away the code of pages that React does not take over: the build made it for their styles. */
function removeUnused() {
  const shown = new Set([
    notFoundSource,
    ...pages.flatMap((page) => (page.isLive ? [] : page.source)),
  ])
  const used = new Set()
  const follow = (key) => {
    if (used.has(key) || shown.has(key)) return
    used.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key]
    for (const next of [...imports, ...dynamicImports]) follow(next)
  }
  follow('index.html')
  const files = new Set([...used].map((key) => manifest[key].file))
  for (const { file } of Object.values(manifest))
    if (file.endsWith('.js') && !files.has(file)) rmSync(join(client, file))
}

/** Every page as it is in one state of the pilot. */
function renderedIn(state) {
  const entry = join(root, 'server', 'entry-server.js')
  const script = new URL('./scripts/render-pages.mjs', import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { entry, state } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** What a source file's chunk needs, from the build's manifest: itself and all it imports. */
function chunksOf(source, found = new Set()) {
  if (found.has(source)) return found
  found.add(source)
  for (const next of manifest[source].imports ?? []) chunksOf(next, found)
  return found
}

/** The page's scripts, with those that it fetches once it is there, such as a chart. */
function scriptsOf(source) {
  const found = chunksOf(source)
  for (const later of manifest[source].dynamicImports ?? []) chunksOf(later, found)
  return [...found].map((key) => manifest[key].file)
}

/** The page's sheets; the entry's own is in every page already. */
function stylesOf(source) {
  const sheets = [...chunksOf(source)].flatMap((key) => manifest[key].css ?? [])
  return [...new Set(sheets)].filter((sheet) => !manifest['index.html'].css.includes(sheet))
}

/**
 * A sheet as text, so that it costs no request before the first paint. The link beside it is
 * switched off and never fetched: it tells the loader of later code that the sheet is there. After
 * a navigation a page's own sheet is not, and the loader fetches it.
 */
function inlined(file) {
  const css = readFileSync(join(client, file), 'utf8').trim()
  return `<style>${css}</style><link rel="stylesheet" href="/${file}" disabled>`
}

function fileOf(path) {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`
}

/** Replaces the link to the style sheet by the sheet itself, and drops the indentation. */
function withInlinedStyle(html) {
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/
  const file = link.exec(html)?.[1]
  if (!file) throw new Error('the built index.html links no style sheet')
  return html.replace(/>\s+</g, '><').replace(link, () => `${inlined(file)}<!--styles-->`)
}

/** The icon as an address of itself: it is smaller than the request for it, and pages have eight. */
function withInlinedIcon(html) {
  const icon = readFileSync(join(client, 'favicon.svg'), 'utf8').trim().replaceAll('"', "'")
  const encoded = icon.replaceAll(/[<># ]/g, encodeURIComponent)
  const inlined = html.replace('href="/favicon.svg"', () => `href="data:image/svg+xml,${encoded}"`)
  if (inlined === html) throw new Error('the built index.html links no icon')
  return inlined
}

/** Both typefaces stand in the first view, so they are fetched before the styles ask for them. */
function preloads() {
  return fonts
    .map(
      (name) =>
        `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`,
    )
    .join('')
}

function sitemap() {
  const urls = pages
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `<url><loc>${SITE}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`
}

function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    if (!COMPRESSIBLE.has(extname(name))) continue
    const bytes = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
