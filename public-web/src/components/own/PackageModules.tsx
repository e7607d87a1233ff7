import { packages } from '@/lib/offer/offer'

/** A package as modules of 1.000 kWh, the missing ones dashed. */
export function PackageModules({ kwh }: { kwh: number }) {
  return (
    <svg className="package-modules" viewBox="-1 -1 108 28" aria-hidden="true">
      {packages.map(({ annualKwh }, index) => (
        <g key={annualKwh} transform={`translate(${36 * index} 0)`}>
          {annualKwh <= kwh ? (
            <>
              <path className="shade" d="M3 4h31v22H3z" />
              <path className="mine" d="M0 0h31v22H0z" />
              <path className="package-modules__lines" d="M8 1v20M15.5 1v20M23 1v20M1 11h29" />
            </>
          ) : (
            <path className="package-modules__none" d="M.8 .8h29.4v20.4H.8z" />
          )}
        </g>
      ))}
    </svg>
  )
}
