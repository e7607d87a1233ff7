import type { Wish } from '@/api/waitingList'
import { chooseText } from '@/content/de/householdShare'
import { formatKwh } from '@/lib/germanNumbers'
import { packageOf, planOf } from '@/lib/offer/offer'

/** A wish in words: „Standard“, „2.000 kWh“, „48 Raten“. */
export function wishName(wish: Wish): readonly [name: string, kwh: string, plan: string] {
  const { months } = planOf(wish.payment_plan)
  const plan = months ? chooseText.instalments(months) : chooseText.once
  return [packageOf(wish.annual_kwh).name, formatKwh(wish.annual_kwh), plan]
}
