import { pageMeta } from '@/content/de/pageMeta'
import { sharePictureOf } from '@/content/de/sharePictures'
import type { Path } from '@/lib/paths'

/** What the head says about a page. */
export interface Head {
  title: string
  description: string
  canonical: string
  robots: string
  /** For messengers and networks; absolute, as they fetch it from elsewhere. */
  picture: { url: string; width: number; height: number; alt: string }
}

/** The head of a page at an address. */
export function headOf(page: Path | 'notFound', address: string, publicUrl: string): Head {
  const meta = pageMeta(page)
  const { path, ...picture } = sharePictureOf(page)
  return {
    title: meta.title,
    description: meta.description,
    canonical: `${publicUrl}${address}`,
    robots: meta.indexed ? 'index, follow' : 'noindex, follow',
    picture: { ...picture, url: `${publicUrl}${path}` },
  }
}

/** Brings the head of the open document up to date after a navigation. */
export function applyHead(head: Head): void {
  document.title = head.title
  setAttribute('meta[name=description]', 'content', head.description)
  setAttribute('meta[name=robots]', 'content', head.robots)
  setAttribute('link[rel=canonical]', 'href', head.canonical)
  setAttribute('meta[property="og:title"]', 'content', head.title)
  setAttribute('meta[property="og:description"]', 'content', head.description)
  setAttribute('meta[property="og:url"]', 'content', head.canonical)
  setAttribute('meta[property="og:image"]', 'content', head.picture.url)
  setAttribute('meta[property="og:image:alt"]', 'content', head.picture.alt)
}

function setAttribute(selector: string, name: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(name, value)
}

/** The same head as HTML, for the prerendered file. */
export function headHtml(head: Head): string {
  const [title, description, canonical] = [head.title, head.description, head.canonical].map(
    escapeHtml,
  )
  const { url, width, height, alt } = head.picture
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<meta name="robots" content="${head.robots}">`,
    `<link rel="canonical" href="${canonical}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="de_DE">',
    '<meta property="og:site_name" content="Voltigo">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${canonical}">`,
    `<meta property="og:image" content="${escapeHtml(url)}">`,
    `<meta property="og:image:width" content="${width}">`,
    `<meta property="og:image:height" content="${height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
