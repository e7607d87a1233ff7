import { investText } from '@/content/de/invest'
import { type Park, parks } from '@/lib/offer/offer'
import { factsOf, type ParkFacts } from '@/lib/offer/parkFacts'
import { useParkNow } from '@/lib/useParkNow'
import { ProjectLand } from './ProjectLand'

interface Props {
  chosen: string
  onChoose: (id: string) => void
}

/** The projects as pictures of their land, one of which can be chosen. */
export function ProjectChoice({ chosen, onChoose }: Props) {
  return (
    <fieldset className="invest__group">
      <legend>
        <h2>{investText.project.title}</h2>
      </legend>
      <div className="invest__sites">
        {parks.map((park) => (
          <Project
            key={park.id}
            park={park}
            chosen={chosen === park.id}
            onChoose={() => onChoose(park.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ProjectProps {
  park: Park
  chosen: boolean
  onChoose: () => void
}

function Project({ park, chosen, onChoose }: ProjectProps) {
  const { status, isCancelled = false } = useParkNow(park.id)
  const building = status === 'Bauphase'
  return (
    <label className="invest__option invest__site">
      <ProjectLand building={building} />
      <input
        type="radio"
        name="project"
        value={park.id}
        checked={chosen && !isCancelled}
        disabled={isCancelled}
        onChange={onChoose}
      />
      <Facts park={factsOf(park)} building={building} />
    </label>
  )
}

function Facts({ park, building }: { park: ParkFacts; building: boolean }) {
  const text = investText.project
  const facts = [
    [text.location, park.location],
    [text.capacity, park.capacity],
    [text.households, park.households],
    [text.timeline, park.timeline],
    [text.minimum, park.minimum],
  ]
  return (
    <span className="site__body">
      <span className="site__name">
        {park.name}{' '}
        <span className="site__status" data-building={building}>
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
