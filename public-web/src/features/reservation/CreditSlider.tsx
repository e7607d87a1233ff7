import { formText } from '@/content/de/reservation'
import { formatCent } from '@/lib/germanNumbers'
import { creditRate, type TenthCent } from '@/lib/offer/offer'

const WHOLE_CENTS = [5, 6, 7, 8]

/** The expected credit per kWh. The value of the control is cents, ours is tenths of them. */
export function CreditSlider({
  rate,
  onChange,
}: {
  rate: TenthCent
  onChange: (rate: TenthCent) => void
}) {
  const { label, minimum } = formText.credit
  return (
    <div className="slider">
      <div className="slider__head">
        <label htmlFor="expected_credit">{label}</label>
        <span className="figure" aria-hidden="true">
          {formatCent(rate)}
        </span>
      </div>
      <input
        id="expected_credit"
        type="range"
        min={creditRate.minimum / 10}
        max={creditRate.maximum / 10}
        step={creditRate.step / 10}
        value={rate / 10}
        aria-valuetext={formatCent(rate).replace('\u00a0', ' ')}
        data-rate={rate}
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * 10))}
      />
      <ul className="slider__scale" aria-hidden="true">
        {WHOLE_CENTS.map((cents) => (
          <li key={cents}>
            {cents}
            {cents * 10 === creditRate.minimum && <span>{minimum}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
