import type { ReactNode } from 'react'
import { YearChain } from '@/components/YearChain'
import { dashboardText } from '@/content/de/dashboard'
import { termYears } from '@/lib/offer/offer'
import { CellRow } from './CellRow'
import { ParkField } from './ParkField'
import { CELL, sample, sampleFigures } from './sample'

const { share: text } = dashboardText
const { share: figures } = sampleFigures

/** The longest row of the ledger. */
const ROW = 22

/** The sample household's share: where it lies, and its ledger counted out in cells. */
export function ShareCard() {
  return (
    <section className="my-share" aria-labelledby="ihr-anteil">
      <figure>
        <ParkField />
        <figcaption className="small quiet">{text.field(figures.ofPark)}</figcaption>
      </figure>
      <div className="my-share__text">
        <h2 id="ihr-anteil">{text.title}</h2>
        <dl className="my-share__size">
          <Size label={text.amount} figure={figures.amount} />
          <Size label={text.ofPark} figure={figures.ofPark} />
          <Size label={text.capacity} figure={figures.capacity} />
        </dl>
        <dl className="my-share__ledger">
          <Entry label={text.saved} figure={figures.saved}>
            <CellRow amount={sample.savedEuros} unit={CELL.euros} columns={ROW} />
          </Entry>
          <Entry label={text.credit} figure={text.about(figures.monthlyCredit)}>
            <CellRow amount={sample.creditEuros} unit={CELL.euros} columns={ROW} />
          </Entry>
          <Entry label={text.energy} figure={text.about(figures.monthlyKwh)}>
            <CellRow amount={sample.monthlyKwh} unit={CELL.kwh} columns={ROW} />
          </Entry>
          <Entry label={text.breakEven} figure={figures.breakEven}>
            <YearChain years={termYears} covered={sample.breakEvenYears} />
          </Entry>
          <Entry label={text.yearlyReturn} figure={figures.yearlyReturn}>
            <span className="small quiet">{text.noPromise}</span>
          </Entry>
        </dl>
        <p className="small quiet">{text.cells(CELL.euros, CELL.kwh)}</p>
      </div>
    </section>
  )
}

function Size({ label, figure }: { label: string; figure: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{figure}</dd>
    </div>
  )
}

function Entry({
  label,
  figure,
  children,
}: {
  label: string
  figure: string
  children: ReactNode
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{figure}</dd>
      <dd className="my-share__cells">{children}</dd>
    </div>
  )
}
