import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { type Capacity, shareTaken } from '@/ui/park/capacity'
import { Strip } from '../Strip'

interface LimitBarsProps {
  capacity: Capacity
  /** Absent for those who may only look. */
  onChange?: () => void
}

/** Both limits, how much of each is taken, and when the park will be full at the present mix. */
export function LimitBars({ capacity, onChange }: LimitBarsProps) {
  const { fullness, forecast } = capacity
  const { occupied, overbooked, spot_limit, kwh_limit, kwh_taken, level } = fullness
  return (
    <section className="sheet" aria-labelledby="limits">
      <div className="head-row">
        <h2 id="limits">
          Grenzen {level !== null && <span className="marker">{levelWords(level)}</span>}
        </h2>
        {onChange && <Button onClick={onChange}>Grenzen ändern</Button>}
      </div>
      <Limit
        label="Plätze"
        words={fullness.spots_words}
        share={shareTaken(occupied + overbooked, spot_limit)}
      />
      <Limit
        label="Strom im Jahr"
        words={fullness.kwh_words}
        share={kwh_limit === null ? null : shareTaken(kwh_taken, kwh_limit)}
      />
      <p className="forecast">{forecast.sentence}</p>
    </section>
  )
}

const levelWords = (level: number): string =>
  level === 100 ? 'Voll' : `Mindestens ${level} % belegt`

function Limit(props: { label: ReactNode; words: string; share: number | null }) {
  const { label, words, share } = props
  return (
    <div className="limit">
      <p>
        <b>{label}</b> <span className="tabular">{words}</span>
      </p>
      {share !== null && <Strip share={share} />}
    </div>
  )
}
