import { heroText } from '@/content/de/home'
import { formatKwh } from '@/lib/germanNumbers'
import { packages } from '@/lib/offer/offer'

const MODULE = 'h31v22h-31z'
const STEP = 36

/** The size of the share: one tap moves the ticket, the steps and the modules in the land. Works by styles alone. */
export function PackageSwitch() {
  return (
    <fieldset className="switch">
      <legend>{heroText.switch}</legend>
      <div>
        {packages.map(({ annualKwh, name, recommended }) => (
          <label key={annualKwh}>
            <input type="radio" name="paket" value={annualKwh} defaultChecked={recommended} />
            <span>
              <Modules count={annualKwh / 1000} />
              <b>{name}</b>
              <small>{formatKwh(annualKwh)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One module means 1,000 kWh a year. */
function Modules({ count }: { count: number }) {
  const lefts = Array.from({ length: count }, (_, index) => index * STEP)
  return (
    <svg viewBox={`-1 -1 ${count * STEP} 28`} aria-hidden="true">
      <path className="shade" d={lefts.map((x) => `M${x + 3} 4${MODULE}`).join('')} />
      <path className="mine" d={lefts.map((x) => `M${x} 0${MODULE}`).join('')} />
      <path
        stroke="var(--color-sonne-tief)"
        d={lefts.map((x) => `M${x + 8} 1v20m7.5-20v20m7.5-20v20M${x + 1} 11h29`).join('')}
      />
    </svg>
  )
}
