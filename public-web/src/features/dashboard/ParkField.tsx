import { LandPatterns } from '@/components/land/LandPatterns'
import { Trees } from '@/components/land/Trees'
import { dashboardText } from '@/content/de/dashboard'
import { cellCorner, cellsPath, type Grid } from '@/lib/cells'
import { sampleFigures } from './sample'

/** 833 cells, so that one of them is 0.12 % of the park. */
const GRID: Grid = { columns: 49, x: 40, y: 44, width: 13, height: 18, stepX: 15, stepY: 32 }
const CELLS = 49 * 17
const MINE = 8 * 49 + 31

const TREES = [
  [16, 30],
  [18, 62],
  [14, 316],
  [18, 560],
  [806, 96],
  [802, 380],
  [806, 410],
] as const
const BUSHES = [
  [20, 96],
  [15, 282],
  [806, 130],
  [804, 470],
] as const

/** The park from above with the share lit. Decoration: the figures beside it say the same. */
export function ParkField() {
  const { x, y } = cellCorner(GRID, MINE)
  return (
    <svg className="my-share__field" viewBox="0 0 820 620" aria-hidden="true">
      <LandPatterns />
      <defs>
        <radialGradient id="schein">
          <stop stopColor="#ffd04a" stopOpacity=".95" />
          <stop offset="1" stopColor="#ffd04a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="var(--land-wiese)" d="M0 0h820v620H0z" />
      <path fill="url(#wiese)" d="M0 0h820v620H0z" />
      <path className="place-fence" d="M30 26h758v568H30z" />
      <path className="shade" transform="translate(3 5)" d={cellsPath(GRID, 0, CELLS)} />
      <path fill="var(--color-modul)" d={cellsPath(GRID, 0, CELLS)} />
      <circle className="my-park__glow" fill="url(#schein)" cx={x + 6.5} cy={y + 9} r="76" />
      <path className="mine" d={cellsPath(GRID, MINE, MINE + 1)} />
      <path className="ring" strokeWidth="3" d={`M${x - 5} ${y - 5}h23v28h-23z`} />
      <path className="ring" strokeWidth="3" d={`M${x - 5} ${y + 23}L${x - 36} ${y + 60}`} />
      <rect x={x - 246} y={y + 54} width="226" height="48" rx="8" fill="var(--color-karte)" />
      <text x={x - 133} y={y + 86} textAnchor="middle">
        {dashboardText.share.flag(sampleFigures.share.ofPark)}
      </text>
      <Trees large={TREES} small={BUSHES} />
    </svg>
  )
}
