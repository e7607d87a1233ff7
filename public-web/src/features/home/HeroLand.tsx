import { House } from '@/components/land/House'
import { LandPatterns } from '@/components/land/LandPatterns'
import { Trees } from '@/components/land/Trees'
import { heroText } from '@/content/de/home'
import { packages } from '@/lib/offer/offer'
import { useParkState } from '@/lib/placesFree'

const TREES = [
  [770, 3],
  [766, 30],
  [766, 45],
  [770, 766],
  [772, 781],
  [768, 799],
] as const

const BUSHES = [
  [772, 102],
  ...[778, 795, 879, 921, 980, 1001, 1033, 1079, 1098, 1127, 1140, 1230, 1248, 1275, 1300, 1328]
    // The hedge along the lower track, not quite straight.
    .map((x, index) => [x, 702 + ((index * 5) % 6)] as const),
  [1356, 701],
  [1375, 701],
] as const

/** The parcels around the park: colour, furrows and rectangle. */
const PARCELS = [
  ['weizen', 'M764-400h322v500h-322z'],
  ['klee', 'M1094-400h304v500h-304z'],
  ['wiese', 'M764 118h634v574h-634z'],
  ['acker', 'M1406-400h640v760h-640z'],
  ['weizen', 'M1406 368h640v900h-640z'],
  ['klee', 'M764 712h382v700h-382z'],
  ['acker', 'M1154 712h244v700h-244z'],
] as const

/** The land of the park from above, with one place lit. Decoration; the text says the same. */
export function HeroLand() {
  return (
    <div className="hero__land">
      <svg viewBox="0 0 1440 780" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <LandPatterns />
        <HeroPatterns />
        <g transform="rotate(-9 720 390)">
          <path fill="var(--land-weg)" d="M-400-400h2400v1700H-400z" />
          <path fill="var(--land-stoppel)" d="M-400-400H738v1700H-400z" />
          <path fill="url(#stoppel)" mask="url(#auslauf)" d="M-400-400H738v1700H-400z" />
          {PARCELS.map(([kind, shape]) => (
            <Parcel key={shape} kind={kind} shape={shape} />
          ))}
          <path stroke="var(--land-furche)" strokeWidth="3" d="M746-400v1700M756-400v1700" />
          <path className="place-fence" d="M782 132h608v550H782z" />
          <path fill="url(#module)" d="M800 146h575v520H800z" />
          <path fill="url(#licht)" mask="url(#schimmer)" d="M800 146h575v520H800z" />
          <MyPlace />
          <House transform="translate(1190 742)" width={66} side={18} />
          <House transform="translate(1274 738)" width={34} side={29} />
          <House transform="translate(768 640)" width={22} side={8} />
          <Trees large={TREES} small={BUSHES} />
        </g>
        <g className="hero__cloud">
          <ellipse cx="1050" cy="330" rx="190" ry="90" />
          <ellipse cx="1190" cy="390" rx="150" ry="80" />
        </g>
        <Flag />
      </svg>
    </div>
  )
}

function Parcel({ kind, shape }: { kind: string; shape: string }) {
  return (
    <>
      <path fill={`var(--land-${kind})`} d={shape} />
      <path fill={`url(#${kind})`} d={shape} />
    </>
  )
}

const MODULE_STEP = 23

const modules = (count: number) =>
  Array.from({ length: count }, (_, index) => `M${984 + index * MODULE_STEP} 355h21v15h-21z`).join(
    '',
  )

/** One module means 1,000 kWh a year, as in the switch. */
function MyPlace() {
  return (
    <>
      <circle className="glow" fill="url(#schein)" cx="995.5" cy="362.5" r="58" />
      {packages.map(({ annualKwh }) => {
        const end = (annualKwh / 1000) * MODULE_STEP
        return (
          <g key={annualKwh} data-of={annualKwh}>
            <path className="mine" d={modules(annualKwh / 1000)} />
            <path className="ring" strokeWidth="2.5" d={`M980 351h${end + 6}v23h-${end + 6}z`} />
          </g>
        )
      })}
    </>
  )
}

function Flag() {
  const isOpen = useParkState() === 'open'
  const [title, condition] = heroText.flagInstead
  return (
    <g className="flag">
      <path className="ring" strokeWidth="2.5" d="M1004 304l48-56" />
      <rect x="1020" y="196" width="164" height="58" rx="8" fill="var(--color-karte)" />
      <text x="1036" y="220">
        {isOpen ? heroText.flag : title}
      </text>
      {!isOpen ? (
        <text x="1036" y="240" className="flag__condition">
          {condition}
        </text>
      ) : (
        packages.map(({ annualKwh }) => (
          <text key={annualKwh} x="1036" y="240" className="flag__condition" data-of={annualKwh}>
            {heroText.flagOf(annualKwh)}
          </text>
        ))
      )}
    </g>
  )
}

/** Rows of modules, the morning light on them, and the fading of the stubble under the text. */
function HeroPatterns() {
  return (
    <defs>
      <pattern id="module" width="23" height="26" patternUnits="userSpaceOnUse" x="8" y="146">
        <path className="shade" d="M4 6h21v15H4z" />
        <path fill="var(--color-modul)" d="M0 1h21v15H0z" />
        <path fill="var(--color-modul-kante)" d="M0 1h21v1.3H0z" />
        <path
          stroke="var(--color-modul-kante)"
          strokeWidth=".7"
          opacity=".45"
          d="M5.2 2v14M10.5 2v14M15.8 2v14M0 8.7h21"
        />
      </pattern>
      <pattern id="licht" width="23" height="26" patternUnits="userSpaceOnUse" x="800" y="146">
        <path fill="#cfe6ea" d="M0 1h21v15H0z" />
      </pattern>
      <Gradients />
      <mask id="schimmer">
        <path fill="url(#schraeg)" d="M800 146h575v520H800z" />
      </mask>
      <mask id="auslauf">
        <path fill="url(#quer)" d="M-400-400H740v1700H-400z" />
      </mask>
    </defs>
  )
}

function Gradients() {
  return (
    <>
      <linearGradient id="schraeg" x2="1" y2=".62">
        <stop offset=".08" stopColor="#fff" stopOpacity="0" />
        <stop offset=".34" stopColor="#fff" stopOpacity=".26" />
        <stop offset=".66" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <linearGradient id="quer" gradientUnits="userSpaceOnUse" x1="330" x2="738">
        <stop stopColor="#fff" stopOpacity="0" />
        <stop offset="1" stopColor="#fff" />
      </linearGradient>
      <radialGradient id="wolke">
        <stop offset=".35" stopColor="var(--land-schatten)" />
        <stop offset="1" stopColor="var(--land-schatten)" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="schein">
        <stop stopColor="#ffd04a" stopOpacity=".85" />
        <stop offset="1" stopColor="#ffd04a" stopOpacity="0" />
      </radialGradient>
    </>
  )
}
