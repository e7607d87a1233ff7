import { useState } from 'react'
import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import { elsewhereText as text } from '@/content/de/elsewhere'
import { figureText } from '@/content/de/figures'
import { formatCent, formatRate } from '@/lib/germanNumbers'
import type { PaymentPlan, SolarPackage, TenthCent } from '@/lib/offer/offer'
import { accountOf, outlooks, worthOf } from '@/lib/offer/worth'
import { useHydrated } from '@/lib/useHydrated'

interface Props {
  share: SolarPackage
  plan: PaymentPlan
  rate: TenthCent
}

/** The share compared with an account that has the same payments and credits. It needs a script, so a script draws it. */
export function Elsewhere(props: Props) {
  return useHydrated() && <Comparison {...props} />
}

function Comparison({ share, plan, rate }: Props) {
  const [interest, setInterest] = useState<number>(outlooks.interest.first)
  const [ageing, setAgeing] = useState<number>(outlooks.ageing.first)
  const [sun, setSun] = useState<number>(outlooks.sun)
  return (
    <section className="part elsewhere">
      <div className="part__head">
        <h2>{text.title}</h2>
        <p>{text.lead}</p>
      </div>
      <div className="elsewhere__choices">
        <Percent
          id="zinsen"
          label={text.interest}
          range={outlooks.interest}
          value={interest}
          onChange={setInterest}
        />
        <Percent
          id="alterung"
          label={text.ageing}
          range={outlooks.ageing}
          value={ageing}
          onChange={setAgeing}
        />
        <fieldset className="options">
          <legend>{text.sun}</legend>
          <div>
            {outlooks.suns.map((percent) => (
              <label key={percent} className="choice">
                <input
                  type="radio"
                  name="sonne"
                  value={percent}
                  checked={sun === percent}
                  onChange={() => setSun(percent)}
                />
                <span>{text.sunOf(percent)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <Result share={share} plan={plan} outlook={{ rate, ageing, sun }} interest={interest} />
      <p className="small quiet">
        <RichText text={text.caveat} />
      </p>
      <Source label={figureText.whereFrom}>{text.source}</Source>
    </section>
  )
}

interface ResultProps extends Omit<Props, 'rate'> {
  outlook: Parameters<typeof worthOf>[2]
  interest: number
}

function Result({ share, plan, outlook, interest }: ResultProps) {
  const { paid, credits, innerRate } = worthOf(share, plan, outlook)
  const { emptyIn, left, creditsAfter } = accountOf(share, plan, outlook, interest)
  const euros = (cents: number) => Math.round(cents / 100) * 100
  return (
    <div className="elsewhere__result" aria-live="polite">
      <Line>{text.sums(paid, euros(credits), formatCent(outlook.rate))}</Line>
      <Line>
        {credits < paid ? text.loss(euros(paid - credits)) : text.inner(formatRate(innerRate))}
      </Line>
      <Line>
        {emptyIn === null
          ? text.left(text.percent(interest), euros(left))
          : text.empty(text.percent(interest), emptyIn, euros(creditsAfter))}
      </Line>
    </div>
  )
}

const Line = ({ children }: { children: string }) => (
  <p>
    <RichText text={children} />
  </p>
)

interface PercentProps {
  id: string
  label: string
  /** In tenths of a per cent. */
  range: { least: number; most: number; step: number }
  value: number
  onChange: (value: number) => void
}

function Percent({ id, label, range, value, onChange }: PercentProps) {
  return (
    <div className="elsewhere__slider">
      <label htmlFor={id}>{label}</label>
      <span className="figure" aria-hidden="true">
        {text.percent(value)}
      </span>
      <input
        id={id}
        type="range"
        min={range.least}
        max={range.most}
        step={range.step}
        value={value}
        aria-valuetext={text.spoken(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
