/**
 * Draws the pictures for sharing and the icon for home screens, and writes them to `public`.
 *
 * Scenes and words are TypeScript of the site, so Vite loads them as it does for prerendering; Chromium
 * ($E2E_CHROMIUM, or `chromium` on the path) takes the pictures. Run `npm run share-pictures` after a
 * change of figures, words or scenes, look at the result and commit it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createServer } from 'vite'
import { withPalette } from './palette-png.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const chromium = process.env.E2E_CHROMIUM ?? 'chromium'
/** Enough for smooth edges of letters, few enough for small files. */
const COLOURS = 128
const work = mkdtempSync(join(tmpdir(), 'share-pictures-'))

try {
  mkdirSync(join(root, 'public/teilen'), { recursive: true })
  const css = tokens() + fonts() + read('scripts/share-pictures/card.css')
  for (const [address, body] of Object.entries(await loadCards())) {
    // The fingerprint lets a test notice a picture that is older than its words.
    const fingerprint = createHash('sha256').update(body).digest('hex')
    takePicture(page(css, body), `public${address}`, [1200, 630], fingerprint)
  }
  takePicture(touchIcon(), 'public/apple-touch-icon.png', [180, 180], '')
} finally {
  rmSync(work, { recursive: true })
}

async function loadCards() {
  const server = await createServer({
    root,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false },
  })
  try {
    const { cards } = await server.ssrLoadModule('/scripts/share-pictures/Card.tsx')
    return cards()
  } finally {
    await server.close()
  }
}

/** Lets Chromium draw a page and keeps what it shows in that many pixels. */
function takePicture(html, target, [width, height], comment) {
  const source = join(work, 'page.html')
  const shot = join(work, 'shot.png')
  writeFileSync(source, html)
  execFileSync(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--force-device-scale-factor=1',
      `--user-data-dir=${join(work, 'profile')}`,
      `--window-size=${width},${height}`,
      `--screenshot=${shot}`,
      pathToFileURL(source).href,
    ],
    { stdio: 'ignore', timeout: 60_000 },
  )
  const picture = withPalette(readFileSync(shot), COLOURS, comment)
  writeFileSync(join(root, target), picture)
  console.log(`${target}: ${picture.length} bytes`)
}

function page(css, body) {
  return `<!doctype html><meta charset="utf-8"><style>${css}</style><body>${body}</body>`
}

/** The mark on its ground without the rounded corners, which home screens cut themselves. */
function touchIcon() {
  const mark = read('public/favicon.svg')
    .replace(' rx="6"', '')
    .replace('<svg ', '<svg width="180" ')
  return page('*{margin:0;display:block}style,title{display:none}', mark)
}

/** The site's colours and families as plain custom properties, the light ones. */
function tokens() {
  const light = read('src/app/styles/theme.css').split('@media (prefers-color-scheme: dark)')[0]
  return `:root{${(light.match(/--[\w-]+:[^;]+;/g) ?? []).join('')}}`
}

function fonts() {
  const face = (family, file, weights) =>
    `@font-face{font-family:"${family}";font-weight:${weights};src:url("${
      pathToFileURL(join(root, 'src/app/fonts', file)).href
    }")}`
  return (
    face('Familjen Grotesk Variable', 'familjen-grotesk.woff2', '600 700') +
    face('Figtree Variable', 'figtree.woff2', '400 700')
  )
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}
