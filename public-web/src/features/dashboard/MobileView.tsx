import type { ReactNode } from 'react'
import { dashboardText } from '@/content/de/dashboard'
import type { Grid } from '@/lib/cells'
import { CellRow } from './CellRow'
import { CELL, sample, sampleFigures } from './sample'
import { unitCells } from './unitCells'

const { mobile: text } = dashboardText
const { mobile: figures } = sampleFigures

/** Cells in a line of a tile. */
const TILE = 8

/** The mobile mock-up, for screens below 640 px. */
export function MobileView() {
  return (
    <div className="mock-up">
      <div className="mock-up__tiles">
        <Tile title={text.credits(figures.year)} figure={figures.credits} note={text.creditsNote}>
          <CellRow amount={sample.savedEuros} unit={CELL.euros} columns={TILE} />
        </Tile>
        <Tile title={text.share} figure={figures.ofPark} note={text.shareNote}>
          <OneOfMany />
        </Tile>
      </div>
      <Generated />
    </div>
  )
}

interface TileProps {
  title: string
  figure: string
  note: string
  children: ReactNode
}

function Tile({ title, figure, note, children }: TileProps) {
  return (
    <section className="mock-up__tile">
      <h2>{title}</h2>
      <p className="figure">{figure}</p>
      <p className="small quiet">{note}</p>
      {children}
    </section>
  )
}

/** The month's energy as a field, and what it took off the bill. */
function Generated() {
  return (
    <section className="mock-up__month">
      <MonthField />
      <div className="month__body">
        <h2>{text.generated}</h2>
        <p>
          <span className="figure">{figures.lastMonth}</span> {text.generatedNote}
        </p>
        <p className="month__credit">
          {text.credit} <strong>{figures.credit}</strong>
        </p>
        <dl>
          <Line label={text.baseTariff} note={text.perKwh(figures.baseTariff)}>
            {figures.baseCost}
          </Line>
          <Line label={text.minusCredit}>{figures.minusCredit}</Line>
          <Line label={text.savings} sum>
            {figures.savings}
          </Line>
        </dl>
        <p className="small quiet">{text.cell(CELL.kwh)}</p>
      </div>
    </section>
  )
}

interface LineProps {
  label: string
  note?: string
  sum?: boolean
  children: string
}

function Line({ label, note, sum = false, children }: LineProps) {
  return (
    <div className={sum ? 'month__sum' : undefined}>
      <dt>
        {label} {note && <span className="small quiet">{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

const MONTH: Grid = { columns: 15, x: 20, y: 22, width: 18, height: 12, stepX: 21, stepY: 18 }

function MonthField() {
  const cells = unitCells(MONTH, sample.lastMonthKwh, CELL.kwh)
  return (
    <svg className="month__field" viewBox="0 0 353 146" aria-hidden="true">
      <path fill="var(--land-wiese)" d="M0 0h353v146H0z" />
      <path stroke="var(--land-wiese-2)" strokeWidth="146" strokeDasharray="10 12" d="M4 73h349" />
      <path className="shade" transform="translate(3 4)" d={cells} />
      <path className="mine" d={cells} />
    </svg>
  )
}

/** One lit cell in a corner of the park, as large as those of the tile beside it. */
function OneOfMany() {
  return (
    <svg className="dashboard__cells" viewBox="0 0 238 64" aria-hidden="true">
      <path
        stroke="var(--color-modul)"
        strokeWidth="18"
        strokeDasharray="26 4"
        d="M1 10h236M1 32h236M1 54h236"
      />
      <path className="dashboard__mine" d="M151 23h26v18h-26z" />
    </svg>
  )
}
