import { investText } from '@/content/de/invest'
import { formatInteger, formatQuantity, formatShortEuro } from '@/lib/germanNumbers'
import { type Park, parks } from '@/lib/offer/offer'
import { ProjectLand } from './ProjectLand'

interface Props {
  chosen: string
  onChoose: (id: string) => void
}

const isBuilding = (park: Park) => park.status === 'Bauphase'

/** The projects as pictures of their land, one of which can be chosen. */
export function ProjectChoice({ chosen, onChoose }: Props) {
  return (
    <fieldset className="invest__group">
      <legend>
        <h2>{investText.project.title}</h2>
      </legend>
      <div className="invest__sites">
        {parks.map((park) => (
          <label className="invest__option invest__site" key={park.id}>
            <ProjectLand building={isBuilding(park)} />
            <input
              type="radio"
              name="project"
              value={park.id}
              checked={chosen === park.id}
              onChange={() => onChoose(park.id)}
            />
            <Facts park={park} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Facts({ park }: { park: Park }) {
  const text = investText.project
  const facts = [
    [text.location, park.location],
    [text.capacity, formatQuantity(park.capacityKw / 1000, 'MW')],
    [text.households, formatInteger(park.households)],
    [text.timeline, park.timeline],
    [text.minimum, formatShortEuro(park.minimum)],
  ]
  return (
    <span className="site__body">
      <span className="site__name">
        {park.name}{' '}
        <span className="site__status" data-building={isBuilding(park)}>
          {park.status}
        </span>
      </span>
      {facts.map(([label, value]) => (
        <span className="site__fact" key={label}>
          <span className="quiet">{label}</span> <strong>{value}</strong>
        </span>
      ))}
    </span>
  )
}
