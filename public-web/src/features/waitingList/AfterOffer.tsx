import type { Entry } from '@/api/waitingList'
import { afterText as text } from '@/content/de/waitingRule'
import { formatHour, formatWeekday } from '@/lib/germanMoments'
import { GoesOn, Modules, Strip } from './Strip'

const REMIND_BEFORE_MS = 24 * 3_600_000

/** What follows an acceptance, a refusal and silence, with the days of this offer. */
export function AfterOffer({ offer }: { offer: NonNullable<Entry['offer']> }) {
  const end = new Date(offer.expires_at)
  const remind = new Date(end.getTime() - REMIND_BEFORE_MS)
  const silent = offer.is_smaller ? text.silentSmaller : text.silentText
  return (
    <section className="wrap waiting__part" aria-labelledby="danach">
      <h2 id="danach">{text.title}</h2>
      <ul className="strips">
        <Strip crop="wiese" title={text.accept} text={text.acceptText(offer.spot_number)}>
          <Modules kinds={['taken', 'taken', 'mine', 'taken', 'taken']} />
        </Strip>
        <Strip
          crop="weizen"
          title={text.decline}
          text={offer.is_smaller ? text.declineSmaller : text.declineText}
        >
          <GoesOn />
        </Strip>
        <Strip
          crop="stoppel"
          title={text.silent}
          text={silent(formatWeekday(remind), formatWeekday(end), formatHour(end))}
        >
          <GoesOn />
        </Strip>
      </ul>
    </section>
  )
}
