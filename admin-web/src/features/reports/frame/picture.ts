/** Pictures to take along: the drawings as they stand, on their own, with title and stand. */

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** What the style sheet decides and a file has to say itself. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const
const DRAWINGS = 'svg.drawing, .chart-plot svg.recharts-surface'
const MARGIN = 24
const CAPTION = 24
const HEAD = 56
const FOOT = 40

export interface Picture {
  text: string
  width: number
  height: number
}

/** All drawings within `frame`, one below the other, charts with their title and legend. `null` where there is none. */
export function pictureOf(frame: HTMLElement | null, title: string, stand: string): Picture | null {
  const drawings = [...(frame?.querySelectorAll<SVGSVGElement>(DRAWINGS) ?? [])]
  const first = drawings[0]
  if (!first) return null
  const width = Math.max(...drawings.map((one) => sizeOf(one).width)) + 2 * MARGIN
  const sheet = getComputedStyle(first.closest('.sheet') ?? first)
  const ink = { fill: sheet.color, 'font-family': sheet.fontFamily }
  const root = element('svg', { xmlns: NAMESPACE })
  let y = HEAD
  for (const drawing of drawings) {
    for (const words of captionOf(drawing)) {
      const text = { x: MARGIN, y: y + 12, ...ink, 'font-size': 14 }
      root.append(element('text', text, words))
      y += CAPTION
    }
    const copy = styledCopy(drawing)
    copy.setAttribute('x', String(MARGIN))
    copy.setAttribute('y', String(y))
    root.append(copy)
    y += sizeOf(drawing).height + MARGIN / 2
  }
  const height = y + FOOT
  root.prepend(
    element('rect', { width, height, fill: sheet.backgroundColor || '#ffffff' }),
    element('text', { x: MARGIN, y: 36, ...ink, 'font-size': 20, 'font-weight': 600 }, title),
    element('text', { x: MARGIN, y: height - 18, ...ink, 'font-size': 13 }, `Voltigo · ${stand}`),
  )
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    root.setAttribute(name, String(value))
  return { text: new XMLSerializer().serializeToString(root), width, height }
}

/** Title and legend of a chart, which are text outside its drawing. */
const captionOf = (drawing: SVGSVGElement): string[] => {
  const caption = drawing.closest('figure')?.querySelector('figcaption')
  const legend = [...(caption?.querySelectorAll('li') ?? [])].map((one) => one.textContent.trim())
  const title = caption?.firstElementChild?.matches('b')
    ? caption.firstElementChild.textContent
    : ''
  return [title, legend.join(' · ')].filter(Boolean)
}

const sizeOf = (drawing: SVGSVGElement) => {
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number)
  return { width, height }
}

/** A copy that looks the same without any style sheet. */
function styledCopy(original: Element): Element {
  const copy = original.cloneNode(true) as Element
  const pairs: [Element, Element][] = [[original, copy]]
  for (const [index, one] of [...original.querySelectorAll('*')].entries()) {
    const twin = copy.querySelectorAll('*')[index]
    if (twin) pairs.push([one, twin])
  }
  for (const [one, twin] of pairs) {
    const style = getComputedStyle(one)
    for (const name of STYLES) {
      const value = style.getPropertyValue(name)
      if (value) twin.setAttribute(name, value)
    }
    for (const name of ['class', 'style', 'tabindex', 'aria-label', 'role'])
      twin.removeAttribute(name)
  }
  return copy
}

function element(name: string, attributes: Record<string, string | number>, text?: string) {
  const made = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  if (text !== undefined) made.textContent = text
  return made
}

/** Twice as many dots as pixels, so that it stays sharp in a presentation. */
const SHARPNESS = 2

/** The picture as PNG. Rejects where the browser cannot draw it. */
export async function pngOf({ text, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SHARPNESS
  canvas.height = height * SHARPNESS
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** Hands something made here to the person as a file. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** „Nach Tagen“ → „voltigo-nach-tagen.svg“. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `voltigo-${plain}.${ending}`
}
