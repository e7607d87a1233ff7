import { useState } from 'react'
import { formatDayShort, formatMomentShort } from '@/lib/format'
import { berlinDay, packageName, planName } from '@/lib/reservationWords'
import { Masked } from '@/ui/fields/Masked'
import { Pair } from '@/ui/fields/Pair'
import { ParkName } from '@/ui/fields/ParkName'
import { StateMark } from '@/ui/fields/StateMark'
import { useReveal } from '@/ui/fields/useReveal'
import type { Hit } from '@/ui/found/reasons'
import { Icon } from '@/ui/page/Icon'
import type { RecordAction } from '@/ui/palette/recordActions'

export const actionId = (at: number): string => `palette-action-${at}`

interface PeekProps {
  hit: Hit
  actions: readonly RecordAction[]
  /** Which action the arrows stand on; `undefined` while they are on the hits. */
  at: number | undefined
  onChoose: (action: RecordAction) => void
}

/** The chosen household: what one needs on the telephone, and what can be done with it. */
export function Peek({ hit, actions, at, onChoose }: PeekProps) {
  const name = `${hit.first_name} ${hit.last_name}`
  return (
    <aside className="palette-peek" aria-label={`${name}, Platz ${hit.spot_number}`}>
      <h2>{name}</h2>
      <p>
        <StateMark state={hit.state} />
        <span className="muted tabular">
          Platz {hit.spot_number}, <ParkName id={hit.park} />,{' '}
          <span className="palette-reference">{hit.reference}</span>
        </span>
      </p>
      <Facts key={hit.id} hit={hit} />
      {hit.follow_up_on && <FollowUp on={hit.follow_up_on} />}
      <div
        className="palette-verbs"
        id="palette-verbs"
        role="listbox"
        aria-label={`Vorgänge zu ${name}`}
      >
        {actions.map((action, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
          <div
            tabIndex={-1}
            key={action.name}
            id={actionId(place)}
            role="option"
            aria-selected={place === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(action)}
          >
            <Icon name="forward" size={16} />
            <span>{action.label}</span>
            {place < 9 && (
              <span aria-hidden="true">
                <kbd>{place + 1}</kbd>
              </span>
            )}
          </div>
        ))}
      </div>
    </aside>
  )
}

function Facts({ hit }: { hit: Hit }) {
  return (
    <dl className="palette-facts">
      <div>
        <dt>Telefon</dt>
        <dd className="tabular">
          <Phone hit={hit} />
        </dd>
      </div>
      <div>
        <dt>PLZ</dt>
        <dd className="tabular">{hit.postcode}</dd>
      </div>
      <Pair label="Paket">
        {packageName(hit.annual_kwh)}, {planName(hit.payment_plan)}
      </Pair>
      <Pair label="Geändert">
        <time dateTime={hit.updated_at}>{formatMomentShort(hit.updated_at)}</time>
      </Pair>
    </dl>
  )
}

/** Masked until the user asks for it, which is put on record. */
function Phone({ hit }: { hit: Hit }) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(hit.id, 'phone', setNumber)
  return (
    <Masked what="Telefonnummer" scheme="tel" masked={hit.phone} value={number} reveal={reveal} />
  )
}

function FollowUp({ on }: { on: string }) {
  const isDue = on <= berlinDay()
  return (
    <p>
      Wiedervorlage{' '}
      <b className={isDue ? 'palette-due' : undefined}>
        <time dateTime={on}>{formatDayShort(on)}</time>
        {isDue && ', fällig'}
      </b>
    </p>
  )
}
