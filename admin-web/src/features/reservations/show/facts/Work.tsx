import { berlinDay } from '@/lib/reservationWords'
import { Facts } from '@/ui/record/Facts'
import type { Reservation } from '../../types'
import { FactRow } from './FactRow'
import { FOLLOW_UP, TAGS } from './fields'

/** What the desk has set: the day to look again, and tags. A single tag is added beside the note as well. */
export function Work({ record }: { record: Reservation }) {
  const on = record.follow_up_on
  const isDue = on !== null && on <= berlinDay()
  const isOpen = record.erased_at === null
  return (
    <section className="side-part" aria-labelledby="work">
      <h2 id="work">Arbeit</h2>
      <Facts>
        <FactRow record={record} fact={FOLLOW_UP} isOpen={isOpen}>
          <span className={isDue ? 'due' : undefined}>{FOLLOW_UP.show(record)}</span>
        </FactRow>
        <FactRow record={record} fact={TAGS} isOpen={isOpen}>
          <span className="tags">
            {record.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </span>
        </FactRow>
      </Facts>
    </section>
  )
}
