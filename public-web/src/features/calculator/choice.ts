import { packageOfWord, planOfWord, planWord } from '@/lib/offer/addressWords'
import {
  defaults,
  type PaymentPlanId,
  packageOf,
  planOf,
  scenarios,
  type TenthCent,
} from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { prefillFragment } from '@/lib/reservation/prefill'

/** A credit rate to calculate with. */
export interface Scenario {
  id: string
  name: string
  rate: TenthCent
}

/** What the visitor calculates. */
export interface Choice {
  annualKwh: number
  plan: PaymentPlanId
  /** Id of the scenario that charts and tables follow. */
  scenario: string
}

export const DEFAULT_CHOICE: Choice = {
  annualKwh: defaults.annualKwh,
  plan: defaults.paymentPlan,
  scenario: 'realistic',
}

/** How the address names a scenario. */
export const scenarioWord = ({ name }: Scenario): string => name.toLowerCase()

/** The chosen package, plan and scenario themselves. */
export function chosen({ annualKwh, plan, scenario }: Choice) {
  const found = scenarios.find(({ id }) => id === scenario)
  if (!found) throw new RangeError(`no scenario ${scenario}`)
  return { share: packageOf(annualKwh), plan: planOf(plan), scenario: found }
}

/** The choice as an address carries it: `#paket=2000&zahlung=24m&szenario=realistisch`. */
export function fragmentOf(choice: Choice): string {
  const { scenario } = chosen(choice)
  return `#paket=${choice.annualKwh}&zahlung=${planWord(choice.plan)}&szenario=${scenarioWord(scenario)}`
}

/** The choice in an address, with the default for what is missing or not offered. */
export function choiceOf(fragment: string): Choice {
  const words = new URLSearchParams(fragment.slice(1))
  const scenario = scenarios.find((entry) => scenarioWord(entry) === words.get('szenario'))
  return {
    annualKwh: packageOfWord(words.get('paket')) ?? DEFAULT_CHOICE.annualKwh,
    plan: planOfWord(words.get('zahlung')) ?? DEFAULT_CHOICE.plan,
    scenario: scenario?.id ?? DEFAULT_CHOICE.scenario,
  }
}

/** Whether a fragment speaks of the choice at all; a jump within the page does not. */
export const mentionsChoice = (fragment: string): boolean =>
  /[#&](?:paket|zahlung|szenario)=/.test(fragment)

/** The form, opened with this choice. */
export function reservationOf(choice: Choice): string {
  const { scenario } = chosen(choice)
  const prefill = {
    annual_kwh: choice.annualKwh,
    payment_plan: choice.plan,
    rate: scenario.rate,
  }
  return paths.reservation + prefillFragment(prefill)
}
