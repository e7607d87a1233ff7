import { RichText } from '@/components/RichText'
import { creditsText } from '@/content/de/home'
import { typeset } from '@/lib/typeset'

const COLUMN = 29
const ROW = 24
const MONTHS = 12

/** Every monthly credit of the term as a cell: first the ones that pay back, then the rest. */
export function Credits() {
  return (
    <section className="credits wrap">
      <div className="credits__text">
        <h2>{creditsText.title}</h2>
        <p>{creditsText.text}</p>
      </div>
      <figure>
        <Carpet />
        <figcaption className="small">
          <ul className="legend">
            <LegendEntry cell="cell-covered" text={creditsText.legendCovered} />
            <LegendEntry cell="cell-sun" text={creditsText.legendAfter} />
          </ul>
          <p className="quiet">
            <RichText text={creditsText.caveat} />
          </p>
        </figcaption>
      </figure>
    </section>
  )
}

function LegendEntry({ cell, text }: { cell: string; text: string }) {
  return (
    <li>
      <svg viewBox="0 0 20 14" aria-hidden="true">
        <path className={cell} d="M0 0h20v14H0z" />
      </svg>
      {typeset(text)}
    </li>
  )
}

/** One dashed line per year; the dashes are the months. */
function years(months: number): string {
  let path = ''
  for (let done = 0; done < months; done += MONTHS) {
    const x = (done / MONTHS) * COLUMN + 13
    path += `M${x} 0v${Math.min(MONTHS, months - done) * ROW}`
  }
  return path
}

function Carpet() {
  const { axis, covered, months, drawing } = creditsText
  const cells = { strokeWidth: 26, strokeDasharray: '21 3' }
  return (
    <svg className="carpet" viewBox="-44 -2 623 319" role="img" aria-label={drawing}>
      <path className="line-sun" {...cells} d={years(months)} />
      <path className="line-covered" {...cells} d={years(covered)} />
      <g className="axis">
        <text x="-10" y="15" textAnchor="end">
          {axis.january}
        </text>
        <text x="-10" y="135" textAnchor="end">
          {axis.june}
        </text>
        <text x="-10" y="279" textAnchor="end">
          {axis.december}
        </text>
        <text y="309">{axis.first}</text>
        <text x="261" y="309" className="axis__minor">
          {axis.tenth}
        </text>
        <text x="377" y="309" className="axis__mark">
          {axis.covered}
        </text>
        <text x="577" y="309" textAnchor="end" className="axis__minor">
          {axis.last}
        </text>
      </g>
    </svg>
  )
}
