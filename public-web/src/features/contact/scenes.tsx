import { House } from '@/components/land/House'
import { LandPatterns } from '@/components/land/LandPatterns'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'

/** A house at the edge of the field, with the track that leads to it; the field goes on as far as its parcel does. Decoration. */
export function Homestead() {
  return (
    <svg
      className="contact__scene"
      viewBox="0 0 360 640"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <LandPatterns />
      <path fill="url(#weizen)" d="M0 62L360 18v622H0z" />
      <path stroke="var(--land-weg)" strokeWidth="8" d="M0 62L360 18" />
      <path fill="none" stroke="var(--land-weg)" strokeWidth="7" d="M226 34l22 84" />
      <g transform="rotate(-7 180 110)">
        <House transform="translate(206 108)" width={72} side={24} chimney />
        <ModuleRows
          at={[
            [36, 104],
            [74, 104],
            [36, 132],
            [74, 132],
          ]}
        />
        <Trees
          large={[
            [164, 92],
            [310, 132],
          ]}
          small={[
            [142, 100],
            [302, 104],
            [156, 142],
          ]}
        />
      </g>
    </svg>
  )
}
