import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import { useDensity } from './useDensity'

/** Dense rows of one line, or wide ones with what belongs below it. Shift and D does the same. */
export function DensitySwitch() {
  const { density, toggle } = useDensity()
  useShortcut('D', toggle)
  return (
    <button
      type="button"
      className="tool"
      aria-label={density === 'dense' ? 'Dicht: auf weite Zeilen' : 'Weit: auf dichte Zeilen'}
      title="Umschalt und D"
      onClick={toggle}
    >
      <Icon name="density" size={16} />
      {density === 'dense' ? 'Dicht' : 'Weit'}
    </button>
  )
}
