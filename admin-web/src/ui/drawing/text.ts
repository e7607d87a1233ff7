/** Text in drawings does not wrap by itself; how wide it will be is measured. */

let canvas: CanvasRenderingContext2D | null | undefined
const FONT = '650 15px "Figtree Variable", "Helvetica Neue", Arial, sans-serif'
/** Where nothing can be measured: about the width of a letter. */
const LETTER = 7.6

/** How wide a text will be, in pixels. */
export function textWidth(text: string, font = FONT): number {
  if (canvas === undefined) canvas = document.createElement('canvas').getContext?.('2d') ?? null
  if (!canvas) return text.length * LETTER
  canvas.font = font
  return canvas.measureText(text).width
}

/** A text in one line of a width; what does not fit ends in „…“. */
export const oneLine = (text: string, width: number, font = FONT): string =>
  shortened(text, width, 1, (part) => textWidth(part, font))[0] ?? ''

/** A text in at most so many lines of a width, broken at blanks and hyphens; what does not fit ends in „…“. */
export function shortened(
  text: string,
  width: number,
  most: number,
  measure = textWidth,
): string[] {
  const lines: string[] = []
  let rest = text
  while (rest && lines.length < most) {
    const isLast = lines.length === most - 1
    const line =
      measure(rest) <= width
        ? rest
        : isLast
          ? cut(rest, width, measure)
          : broken(rest, width, measure)
    lines.push(line.trim())
    rest = line.endsWith('…') ? '' : rest.slice(line.length).trimStart()
  }
  return lines
}

/** The longest beginning that fits and ends at a blank or a hyphen; without one, what fits. */
function broken(text: string, width: number, measure: typeof textWidth): string {
  const pieces = text.split(/(?<=[\s-])/)
  let line = ''
  for (const piece of pieces) {
    if (measure((line + piece).trimEnd()) > width) break
    line += piece
  }
  return line || fitting(text, width, measure)
}

const cut = (text: string, width: number, measure: typeof textWidth): string =>
  `${fitting(text, width - measure('…'), measure).trimEnd()}…`

function fitting(text: string, width: number, measure: typeof textWidth): string {
  let length = text.length
  while (length > 1 && measure(text.slice(0, length)) > width) length--
  return text.slice(0, length)
}
