import type { Entry } from '@/api/waitingList'
import { RichText } from '@/components/RichText'
import { waitingText } from '@/content/de/waitingList'
import { formatDay } from '@/lib/germanMoments'
import { formatKwh } from '@/lib/germanNumbers'

const text = waitingText.passes

/** Who passed the household when, and why. */
export function Passes({ entry: { passes } }: { entry: Entry }) {
  if (passes.length === 0) return null
  return (
    <div className="passes">
      <h2>{text.title(passes.length)}</h2>
      <ul>
        {passes.map((pass) => (
          <li key={pass.at}>
            <RichText text={sentenceOf(pass)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function sentenceOf({ at, why, freed_kwh: freed, wished_kwh }: Entry['passes'][number]): string {
  const moment = formatDay(new Date(at))
  const wished = formatKwh(wished_kwh)
  if (why !== 'too_large') return text.staff(moment)
  return freed === null
    ? text.too_little(moment, wished)
    : text.too_large(moment, formatKwh(freed), wished)
}
