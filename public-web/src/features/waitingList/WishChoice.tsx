import type { Wish } from '@/api/waitingList'
import { PackageChoice, PlanChoice } from '@/components/own/ShareChoice'
import { chooseText } from '@/content/de/householdShare'

/** Package and plan, as wished for. */
export function WishChoice({ wish, onChange }: { wish: Wish; onChange: (wish: Wish) => void }) {
  return (
    <>
      <PackageChoice
        words={chooseText}
        value={wish.annual_kwh}
        onChange={(kwh) => onChange({ ...wish, annual_kwh: kwh as Wish['annual_kwh'] })}
      />
      <PlanChoice
        words={chooseText}
        kwh={wish.annual_kwh}
        value={wish.payment_plan}
        known={wish.payment_plan}
        onChange={(plan) => onChange({ ...wish, payment_plan: plan as Wish['payment_plan'] })}
      />
    </>
  )
}
