import type { ParkSpots } from '@/api/spots'
import { FreePlace, TakenPlace } from '@/components/land/Places'
import { RichText } from '@/components/RichText'
import { factsText, fieldText, pilotText } from '@/content/de/pilot'
import type { ParkState } from '@/lib/offer/offer'
import { gapsBetween } from '@/lib/runs'
import { typeset } from '@/lib/typeset'
import { Actions } from './Actions'
import { ParkBlocks } from './ParkBlocks'
import { Surroundings } from './Surroundings'

/** What is known of the places: undefined not yet, null not at all. */
type Known = ParkSpots | null | undefined

/** The park from above with every place in its present state. */
export function ParkView({ spots, state }: { spots: Known; state: ParkState }) {
  return (
    <section className="pilot">
      <div className="wrap pilot__head">
        <h1>{pilotText.title}</h1>
        <div className="pilot__offer">
          <p className="lead">
            <RichText text={pilotText.lead} />{' '}
            {state === 'open' && <RichText text={pilotText.offer} />}
          </p>
          <p className="progress">{factsText.progress}</p>
          <Actions state={state} />
        </div>
      </div>
      <figure className="park">
        <Surroundings />
        <ParkBlocks spots={spots ?? null} />
        <figcaption className="wrap park__caption">
          <Count spots={spots} state={state} />
          <div className="park__legend">{spots && <Legend />}</div>
          <p className="small">{typeset(fieldText.caption)}</p>
        </figcaption>
      </figure>
    </section>
  )
}

function sentence({ free, total, taken }: ParkSpots, state: ParkState): string {
  if (state === 'cancelled') return pilotText.calledOff
  if (free > 0) return pilotText.placesFree(free, total)
  const isAllTaken = gapsBetween(taken, total).length === 0
  return isAllTaken ? pilotText.allTaken : pilotText.energyTaken
}

/** Always there, so that the count coming in later moves nothing. */
function Count({ spots, state }: { spots: Known; state: ParkState }) {
  const text = spots && sentence(spots, state)
  return (
    <p className="park__count" aria-live="polite">
      {spots !== undefined && <RichText text={text ?? pilotText.unknown} />}
    </p>
  )
}

const SAMPLE = { width: 23, height: 15 }

function Legend() {
  return (
    <ul className="legend">
      <li>
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <FreePlace {...SAMPLE} />
        </svg>
        {fieldText.free}
      </li>
      <li>
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <TakenPlace {...SAMPLE} />
        </svg>
        {fieldText.taken}
      </li>
    </ul>
  )
}
