import { type PageMeta, sharedPicture } from '@/content/de/pageMeta'

/** What the head says about a page. */
export interface Head {
  title: string
  description: string
  canonical: string
  robots: string
  /** Absolute, as those who show it fetch it from elsewhere. */
  picture: string
}

/** The head of a page; one that is not to be indexed has no canonical address worth naming. */
export function headOf(meta: PageMeta, path: string, publicUrl: string): Head {
  return {
    title: meta.title,
    description: meta.description,
    canonical: `${publicUrl}${path}`,
    robots: meta.indexed ? 'index, follow' : 'noindex, follow',
    picture: `${publicUrl}${sharedPicture.path}`,
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
}

function setAttribute(selector: string, name: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(name, value)
}

/** The same head as HTML, for the prerendered file. */
export function headHtml(head: Head): string {
  const [title, description, canonical] = [head.title, head.description, head.canonical].map(
    escapeHtml,
  )
  const { width, height, alt } = sharedPicture
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
    `<meta property="og:image" content="${escapeHtml(head.picture)}">`,
    `<meta property="og:image:width" content="${width}">`,
    `<meta property="og:image:height" content="${height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
