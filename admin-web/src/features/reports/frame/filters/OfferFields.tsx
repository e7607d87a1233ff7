import { formatNumber } from '@/lib/format'
import { PACKAGES, PLANS } from '@/lib/reservationWords'
import { ownText } from '../parameters/parameters'
import type { ControlsProps } from '../ReportPage'
import { ChoiceField } from './ChoiceField'

type Choices = readonly (readonly [value: string, words: string])[]

export const PACKAGE_CHOICES: Choices = [
  ['all', 'Alle Pakete'],
  ...Object.entries(PACKAGES).map(
    ([kwh, name]) => [kwh, `${name}, ${formatNumber(Number(kwh))} kWh`] as const,
  ),
]
export const PLAN_CHOICES: Choices = [['all', 'Alle Zahlweisen'], ...Object.entries(PLANS)]

/** Which reservations count, by what was reserved. Visits have neither package nor plan. */
export function OfferFields({ parameters, problems, changeOwn }: ControlsProps) {
  return (
    <>
      <ChoiceField
        label="Paket"
        choices={PACKAGE_CHOICES}
        value={ownText(parameters, 'package')}
        problem={problems.package}
        onValue={(value) => changeOwn({ package: value })}
      />
      <ChoiceField
        label="Zahlweise"
        choices={PLAN_CHOICES}
        value={ownText(parameters, 'plan')}
        problem={problems.plan}
        onValue={(plan) => changeOwn({ plan })}
      />
    </>
  )
}
