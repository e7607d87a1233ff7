import { TakenPlace } from '@/components/land/Places'

const PARCELS = ['stoppel', 'wiese', 'klee']

/** The plot of one household after each step: marked out, built on, lit. Decoration. */
export function PlotScene({ step }: { step: number }) {
  const parcel = PARCELS[step]
  return (
    <svg className="steps__plot" viewBox="0 0 208 132" aria-hidden="true">
      <path fill={`var(--land-${parcel})`} d="M0 0h208v132H0z" />
      <path fill={`url(#${parcel})`} d="M0 0h208v132H0z" />
      <g transform="translate(59 38)">
        {step === 0 && <MarkedOut />}
        {step === 1 && <Module />}
        {step === 2 && <Lit />}
      </g>
    </svg>
  )
}

/** Pegs with a line between them. */
function MarkedOut() {
  return (
    <>
      <path className="plot__line" d="M0 0h90v56H0z" />
      <path className="plot__pegs" d="M0 0h0M90 0h0M90 56h0M0 56h0" />
    </>
  )
}

function Module() {
  return (
    <g transform="scale(3.9 3.75)">
      <TakenPlace width={23} height={15} />
    </g>
  )
}

function Lit() {
  return (
    <>
      <path className="shade" transform="translate(9 14)" d="M0 0h90v56H0z" />
      <path className="mine" d="M0 0h90v56H0z" />
      <path className="plot__cells" d="M30 0v56M60 0v56M0 28h90" />
      <path className="ring" strokeWidth="4" d="M-9-9h108v74H-9z" />
    </>
  )
}
