import './calculator.css'
import { calculatorText } from '@/content/de/calculator'
import { CHOICE_FORM } from './ChoiceRadio'
import { Closing } from './Closing'
import { CoverSection } from './CoverSection'
import { chosen } from './choice'
import { Desk } from './Desk'
import { Elsewhere } from './Elsewhere'
import { Explainer } from './Explainer'
import { MonthSection } from './MonthSection'
import { PaymentSheet } from './PaymentSheet'
import { ScenarioSheet } from './ScenarioSheet'
import { useChoice } from './useChoice'

export default function CalculatorPage() {
  const choosing = useChoice()
  const { choice, form, instalmentsOffered, reservation } = choosing
  const { share, plan, scenario } = chosen(choice)
  return (
    <div className="calculator">
      {/* All radios belong to it, wherever they stand. Browsers must not fill them in again after a
          reload: the address decides. */}
      <form id={CHOICE_FORM} ref={form} method="dialog" autoComplete="off" />
      <Desk {...choosing} />
      <div className="wrap">
        <p className="printed">{calculatorText.printed(share, plan, scenario.rate)}</p>
        <ScenarioSheet {...choosing} />
        {instalmentsOffered && <PaymentSheet {...choosing} />}
        <CoverSection share={share} plan={plan} scenario={scenario} />
        <MonthSection share={share} rate={scenario.rate} />
        <Elsewhere share={share} plan={plan} rate={scenario.rate} />
        <Explainer />
        <Closing reservation={reservation} />
      </div>
    </div>
  )
}
