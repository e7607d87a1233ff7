import { formatNumber } from '@/lib/format'
import { BeforeTick } from '@/ui/drawing/BeforeTick'
import type { Measure } from '@/ui/drawing/MeasureBars'
import { PairedBars } from '@/ui/drawing/PairedBars'
import type { ValueBar } from './bars'

interface ValueBarsProps {
  label: string
  bars: readonly ValueBar[]
  /** What the tick is, where there is a comparison. */
  before: string | null
  /** Of all values there are. */
  total: number
  onValue: (value: string) => void
  /** What a click does, in a sentence. */
  clickWords: string
}

const MEASURES: readonly Measure<ValueBar>[] = [
  {
    label: 'Besucher',
    look: 'full',
    value: (bar) => bar.visitors,
    before: (bar) => bar.visitorsBefore,
    words: (bar) => bar.visitorsWords,
  },
  {
    label: 'Reservierungen',
    look: 'dim',
    value: (bar) => bar.reservations,
    before: (bar) => bar.reservationsBefore,
    words: (bar) => bar.reservationsWords,
  },
]

/** Visitors and reservations of each value side by side; a click narrows the report to the value. */
export function ValueBars({ label, bars, before, total, onValue, clickWords }: ValueBarsProps) {
  return (
    <>
      <PairedBars
        label={label}
        bars={bars}
        measures={MEASURES}
        isCompared={before !== null}
        onBar={({ value }) => onValue(value)}
      />
      <p className="tiny muted flush">
        {before !== null && (
          <>
            <BeforeTick /> {before}.{' '}
          </>
        )}
        {total > bars.length &&
          `Die ersten ${formatNumber(bars.length)} von ${formatNumber(total)}, alle in der Tabelle. `}
        <span className="no-print">{clickWords}</span>
      </p>
    </>
  )
}
