import { LandPatterns } from '@/components/land/LandPatterns'
import { ModuleRows } from '@/components/land/ModuleRows'
import { Trees } from '@/components/land/Trees'
import type { Trouble } from '@/content/de/whatIf'

/** One thing in the drawn row: `mine` is the household's module, `empty` a place without one. */
type Thing = 'module' | 'mine' | 'empty' | 'tree' | 'arrow'

interface Row {
  crop: string
  things: readonly Thing[]
}

const ROWS: Record<Trouble | 'sale', Row> = {
  insolvency: { crop: 'acker', things: ['module', 'module', 'mine', 'module', 'module', 'module'] },
  noPark: { crop: 'weizen', things: ['empty', 'empty', 'empty', 'empty', 'empty'] },
  delay: { crop: 'stoppel', things: ['module', 'module', 'empty', 'empty'] },
  lessSun: { crop: 'wiese', things: ['mine', 'tree', 'module', 'module'] },
  cheapPower: { crop: 'klee', things: ['module', 'mine', 'module', 'module'] },
  death: { crop: 'wiese', things: ['mine', 'arrow', 'mine'] },
  end: { crop: 'weizen', things: ['module', 'module', 'arrow', 'empty'] },
  sale: { crop: 'klee', things: ['module', 'mine', 'module', 'arrow', 'empty'] },
}

/** The far edge of a field with a row of modules that tells the same. Decoration. */
export function Scene({ of }: { of: keyof typeof ROWS }) {
  const { crop, things } = ROWS[of]
  const at = (wanted: Thing) =>
    things.flatMap((thing, place) => (thing === wanted ? [[30 + place * 42, 56] as const] : []))
  const each = (wanted: Thing, shape: string) =>
    at(wanted)
      .map(([x, y]) => `M${x} ${y}${shape}`)
      .join('')
  return (
    <svg
      className="what-if__scene"
      viewBox="0 0 1200 104"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
    >
      {of === 'insolvency' && <LandPatterns />}
      <path fill={`url(#${crop})`} d="M0 26L1200 0V104H0z" />
      <path stroke="var(--land-weg)" strokeWidth="7" d="M0 26L1200 0" />
      <ModuleRows at={[...at('module'), ...at('mine')]} />
      <path className="mine" d={each('mine', 'h34v20h-34z')} />
      <path className="what-if__empty" d={each('empty', 'h34v20h-34z')} />
      <path className="what-if__arrow" d={each('arrow', 'm2 10h28m-9-8l9 8-9 8')} />
      <Trees large={at('tree').map(([x, y]) => [x + 15, y + 10] as const)} />
    </svg>
  )
}
