import { formText } from '@/content/de/reservation'
import { formatKwh } from '@/lib/germanNumbers'
import { packages } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { CreditSlider } from './CreditSlider'
import { LiveFigures } from './LiveFigures'
import { PackageCard } from './PackageCard'
import { Section } from './Section'
import { StepButtons } from './StepButtons'
import type { Reservation } from './useReservation'

/** Section 2: how large a share, and with which credit the household reckons. */
export function PackageSection({ form, steps, held }: Reservation) {
  const { values, set } = form
  const most = held?.most ?? Number.POSITIVE_INFINITY
  const isLimited = packages.some(({ annualKwh }) => annualKwh > most)
  const { title, lead, legend, next } = formText.packages
  return (
    <Section step={2} title={title} lead={typeset(lead)}>
      <fieldset>
        <legend className="visually-hidden">{legend}</legend>
        <div className="packages">
          {packages.map((entry) => (
            <PackageCard
              key={entry.annualKwh}
              solarPackage={entry}
              disabled={entry.annualKwh > most}
              checked={values.annual_kwh === entry.annualKwh}
              onChoose={() => set('annual_kwh', entry.annualKwh)}
            />
          ))}
        </div>
      </fieldset>
      {isLimited && <p className="small">{formText.offered.most(formatKwh(most))}</p>}
      <h3 className="section__subtitle">{formText.credit.title}</h3>
      <p className="quiet">{typeset(formText.credit.lead)}</p>
      <CreditSlider rate={values.rate} onChange={(rate) => set('rate', rate)} />
      <LiveFigures values={values} />
      <StepButtons step={2} next={next} steps={steps} />
    </Section>
  )
}
