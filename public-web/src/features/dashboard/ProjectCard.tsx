import { Link } from '@/components/Link'
import { House } from '@/components/land/House'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import { dashboardText } from '@/content/de/dashboard'
import { pilot } from '@/lib/offer/offer'
import { factsOf, type ParkFacts } from '@/lib/offer/parkFacts'
import { paths } from '@/lib/paths'
import { useParkNow } from '@/lib/useParkNow'
import { sampleFigures } from './sample'

const { project: text, share } = dashboardText

/** The park that the sample share belongs to. */
export function ProjectCard() {
  const park = factsOf(pilot)
  return (
    <article className="project">
      <BuildingSite />
      <div className="project__body">
        <ul className="project__badges">
          <li className="project__badge project__badge--building">{park.status}</li>
          <li className="project__badge">{park.timeline}</li>
        </ul>
        <h2>{text.title(park.name)}</h2>
        <Facts park={park} />
        <Stages park={park} />
        <Link className="button button--line button--small" to={paths.pilot}>
          {text.details}
        </Link>
      </div>
    </article>
  )
}

function Facts({ park }: { park: ParkFacts }) {
  const facts = [
    [text.location, park.location],
    [text.capacity, park.capacity],
    [text.households, text.householdCount(park.households)],
    [text.expected, `${share.about(sampleFigures.share.monthlyKwh)} ${text.forYou}`],
  ]
  return (
    <dl className="project__facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The way of the park: what is behind it, where it stands, what is ahead. */
function Stages({ park }: { park: ParkFacts }) {
  const stages = [...text.stages, park.timeline]
  const { status } = useParkNow(pilot.id)
  const now = status === 'Live' ? stages.length - 1 : stages.indexOf(status)
  return (
    <div className="project__stages">
      <h3>{text.timeline}</h3>
      <ol>
        {stages.map((stage, index) => (
          <li
            key={stage}
            data-reached={index < now}
            aria-current={index === now ? 'step' : undefined}
          >
            {stage}
            {index === now && <span className="quiet"> ({text.now})</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

const row = (y: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => [40 + (from + index) * 38, y] as const)

/** The park under construction: rows that stand, rows still marked out, the machine hall. */
function BuildingSite() {
  const marked = [...row(94, 6, 13), ...row(126, 4, 13)]
  return (
    <svg
      className="project__land"
      viewBox="0 0 560 190"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill="var(--land-acker)" d="M0 0h560v190H0z" />
      <path fill="url(#acker)" d="M0 0h560v190H0z" />
      <path fill="var(--land-wiese)" d="M0 0h560v70L0 110z" />
      <path fill="url(#wiese)" d="M0 0h560v70L0 110z" />
      <g transform="rotate(-4 280 95)">
        <ModuleRows
          at={[...row(30, 0, 13), ...row(62, 0, 13), ...row(94, 0, 6), ...row(126, 0, 4)]}
        />
        <path
          className="project__marked"
          d={marked.map(([x, y]) => `M${x} ${y}h34v20h-34z`).join('')}
        />
        <path stroke="var(--land-weg)" strokeWidth="9" d="M-30 172H620" />
        <House transform="translate(452 150)" width={54} side={14} />
      </g>
      <Trees
        large={[
          [24, 30],
          [18, 52],
          [540, 20],
        ]}
        small={[
          [38, 22],
          [546, 44],
        ]}
      />
    </svg>
  )
}
