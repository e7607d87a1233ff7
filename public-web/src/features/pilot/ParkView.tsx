import { FreePlace, TakenPlace } from '@/components/land/Places'
import { RichText } from '@/components/RichText'
import { factsText, fieldText, pilotText } from '@/content/de/pilot'
import { useParkState } from '@/lib/placesFree'
import { typeset } from '@/lib/typeset'
import { Actions } from './Actions'
import { ParkBlocks } from './ParkBlocks'
import { Surroundings } from './Surroundings'

/** The park from above; `src/shown/spots.ts` puts every place into its present state. */
export function ParkView() {
  return (
    <section className="pilot">
      <div className="wrap pilot__head">
        <h1>{pilotText.title}</h1>
        <div className="pilot__offer">
          <p className="lead">
            <RichText text={pilotText.lead} />{' '}
            {useParkState() === 'open' && <RichText text={pilotText.offer} />}
          </p>
          <p className="progress">{factsText.progress}</p>
          <Actions />
        </div>
      </div>
      <figure className="park">
        <Surroundings />
        <ParkBlocks />
        <figcaption className="wrap park__caption">
          {/* Both always there, so that what comes in later moves nothing. */}
          <p className="park__count" aria-live="polite" />
          <div className="park__legend">
            <Legend />
          </div>
          <p className="small">{typeset(fieldText.caption)}</p>
        </figcaption>
      </figure>
    </section>
  )
}

const SAMPLE = { width: 23, height: 15 }

function Legend() {
  return (
    <ul className="legend" hidden>
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
      {useParkState() === 'open' && (
        <li>
          <svg viewBox="0 0 26 20" aria-hidden="true">
            <path className="place-next" d="M4 4h18v12H4z" />
          </svg>
          {fieldText.next}
        </li>
      )}
    </ul>
  )
}
