import { Contrast } from '@/components/Contrast'
import { rightText } from '@/content/de/howItWorks'

/** What the contract gives and what it does not. */
export function UsageRight() {
  return (
    <section className="wrap right">
      <h2>{rightText.title}</h2>
      <Contrast columns={[rightText.is, rightText.isNot]} />
    </section>
  )
}
