import { YearChain } from '@/components/YearChain'
import { formText } from '@/content/de/reservation'
import { formatKwh, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { paidBreakEvenTenths } from '@/lib/offer/instalments'
import { creditRate, type SolarPackage, termYears } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

interface Props {
  solarPackage: SolarPackage
  checked: boolean
  /** More than what is free for this household. */
  disabled?: boolean
  onChoose: () => void
}

export function PackageCard({ solarPackage, checked, disabled, onChoose }: Props) {
  const { name, annualKwh, price, recommended } = solarPackage
  const { recommended: badge, expected, covered } = formText.packages
  const tenths = paidBreakEvenTenths({ total: price }, annualKwh, creditRate.minimum)
  return (
    <label className="package">
      <input
        type="radio"
        name="annual_kwh"
        value={annualKwh}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <PackageLand modules={annualKwh / 1000} />
      <span className="package__body">
        <span className="package__name">
          {name} {recommended && <em>{badge}</em>}
        </span>
        <span className="figure">{formatShortEuro(price)}</span>
        <span className="small quiet">{expected(formatKwh(annualKwh))}</span>
        <span className="package__chain">
          <YearChain years={termYears} covered={tenths / 10} />
          <span className="tiny">{typeset(covered(formatTenths(tenths)))}</span>
        </span>
      </span>
    </label>
  )
}

const MODULE = 'h52v32h-52z'
const PLACES = [16, 74, 132]

/** Up to three modules on a meadow; each stands for 1,000 kWh a year. */
function PackageLand({ modules }: { modules: number }) {
  const mine = PLACES.slice(0, modules)
  const empty = PLACES.slice(modules)
  return (
    <svg
      className="package__land"
      viewBox="0 0 250 92"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      <path fill="var(--land-wiese)" d="M0 0h250v92H0z" />
      <path stroke="var(--land-wiese-2)" strokeWidth="92" strokeDasharray="8 10" d="M2 46h248" />
      <g transform="translate(0 9) rotate(-4 125 38)">
        <path className="shade" d={mine.map((x) => `M${x + 4} 27${MODULE}`).join('')} />
        <path className="mine" d={mine.map((x) => `M${x} 20${MODULE}`).join('')} />
        <path
          fill="none"
          stroke="var(--color-sonne-tief)"
          d={mine.map((x) => `M${x + 13} 20v32m13-32v32m13-32v32m-39-16h52`).join('')}
        />
        <path
          fill="none"
          stroke="var(--color-tinte)"
          strokeOpacity=".55"
          strokeDasharray="4 4"
          strokeWidth="1.5"
          d={empty.map((x) => `M${x} 20${MODULE}`).join('')}
        />
      </g>
    </svg>
  )
}
