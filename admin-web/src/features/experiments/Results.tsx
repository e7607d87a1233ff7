import {
  type Experiment,
  liftWords,
  MEASURE_WORDS,
  pageVerdict,
  rateWords,
  regionVerdict,
  weekVerdict,
} from './experiment'
import { IntervalScale } from './IntervalScale'
import { Arms } from './results/Arms'
import { Regions } from './results/Regions'
import { Weeks } from './results/Weeks'

/** The verdict and the numbers behind it; nothing before the start. */
export function Results({ experiment }: { experiment: Experiment }) {
  const { page_results: page, week_results: weeks, region_results: regions } = experiment
  const measure = MEASURE_WORDS[experiment.measure]
  const effect = experiment.effect_percent / 100
  if (!page && !weeks && !regions) return null
  return (
    <section className="sheet experiment-results" aria-label="Ergebnis">
      <h2>Ergebnis</h2>
      {page && (
        <>
          <Verdict words={pageVerdict(page, experiment.effect_percent)} />
          <IntervalScale
            lower={page.lift_lower}
            upper={page.lift_upper}
            effect={effect}
            words={liftWords}
          />
          <Arms results={page} measure={measure} />
        </>
      )}
      {weeks && (
        <>
          <Verdict words={weekVerdict(weeks, experiment)} />
          {weeks.difference !== null && weeks.off_a_week !== null && (
            <IntervalScale
              lower={weeks.difference_lower}
              upper={weeks.difference_upper}
              point={weeks.difference}
              effect={weeks.off_a_week * effect}
              words={aWeek}
            />
          )}
          <Weeks weeks={weeks.weeks} measure={measure} />
        </>
      )}
      {regions && (
        <>
          <Verdict words={regionVerdict(regions, experiment)} />
          {regions.lift !== null && (
            <IntervalScale
              lower={regions.lift_lower}
              upper={regions.lift_upper}
              point={regions.lift}
              effect={effect}
              words={liftWords}
            />
          )}
          <Regions results={regions} measure={measure} name={`Versuch ${experiment.id}`} />
        </>
      )}
    </section>
  )
}

const Verdict = ({ words }: { words: string }) => <p className="experiment-verdict">{words}</p>

const aWeek = (count: number | null): string =>
  count === null
    ? 'offen'
    : `${count > 0 ? '+' : count < 0 ? '−' : '±'}${rateWords(Math.abs(count))} in der Woche`
