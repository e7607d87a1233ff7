import { stepsText } from '@/content/de/home'
import type { SolarPackage } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { useStepsToCredit } from '@/lib/useStepsToCredit'
import { ByPackage } from './ByPackage'

/** The way from reservation to credit, each step with its price. */
export function FourSteps() {
  const steps = useStepsToCredit<Amount>(stepsText.steps)
  if (steps.length === 0) return null
  return (
    <section className="way wrap">
      <div className="way__head">
        <h2>{stepsText.title}</h2>
        <p className="lead quiet">
          <ByPackage>{(share) => typeset(stepsText.example(share))}</ByPackage>
        </p>
      </div>
      <ol className="string">
        {steps.map((step, index) => (
          <li key={step.title} className={index === 3 ? 'string__credit' : undefined}>
            <StepModule lit={index + 1} />
            <p className="when">{typeset(step.when)}</p>
            <h3>{step.title}</h3>
            <p>{typeset(step.text)}</p>
            <p className="price">
              <Figure of={step.figure} />
              <span>{typeset(step.condition)}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="progress">
        <strong>{stepsText.park}.</strong> {stepsText.progress}
      </p>
    </section>
  )
}

/** The same for all packages, or of each. */
type Amount = string | ((share: SolarPackage) => string)

function Figure({ of }: { of: Amount }) {
  return (
    <span className="figure">
      {typeof of === 'string' ? (
        typeset(of)
      ) : (
        <ByPackage>{(share) => typeset(of(share))}</ByPackage>
      )}
    </span>
  )
}

const CELL = 21.5

/** A module of four columns, lit up to the step. */
function StepModule({ lit }: { lit: number }) {
  return (
    <svg className="string__module" viewBox="0 0 92 60" aria-hidden="true">
      <path fill="var(--land-schatten)" opacity=".14" d="M6 9h86v51H6z" />
      <path fill="var(--color-modul)" d="M0 0h86v51H0z" />
      <path
        stroke="var(--color-modul-kante)"
        strokeWidth="1.2"
        strokeOpacity=".6"
        d="M21.5 0v51M43 0v51M64.5 0v51M0 17h86M0 34h86"
      />
      <path className="cell-sun" d={`M0 0h${lit * CELL}v51H0z`} />
      <path
        stroke="var(--color-sonne-tief)"
        strokeWidth="1.2"
        d={`${Array.from({ length: lit - 1 }, (_, i) => `M${(i + 1) * CELL} 0v51`).join('')}M0 17h${lit * CELL}M0 34h${lit * CELL}`}
      />
    </svg>
  )
}
