import type { ReactNode } from 'react'
import { ChoiceField } from './ChoiceField'
import { FilterChips } from './FilterChips'
import { askedWords } from './filterWords'
import { PeriodFields } from './PeriodFields'
import type { ParameterSpec } from './parameters'
import { COMPARISONS, type Comparison, type Period, periodWords } from './periods'
import type { ParameterState } from './useParameters'

interface FilterBarProps extends ParameterState {
  takes: ParameterSpec
  problems: Readonly<Record<string, string>>
  /** The period the picture is compared with. */
  compared: Period | null
  /** Names whose problems stand elsewhere. */
  controlled?: readonly string[] | undefined
  /** Fields of this report alone. */
  children?: ReactNode
}

/** What a report is asked: period, comparison, own fields, bots, filters. */
export function FilterBar({ takes, problems, compared, children, ...props }: FilterBarProps) {
  const { parameters, change } = props
  const own = new Set(['from', 'to', ...(props.controlled ?? [])])
  const others = Object.entries(problems).filter(([name]) => !own.has(name))
  return (
    <section className="blatt berichtsfilter" aria-label="Was der Bericht zeigt">
      <div className="filterzeile">
        {takes.period && (
          <PeriodFields period={parameters} problems={problems} onPeriod={(to) => change(to)} />
        )}
        {takes.comparison && (
          <ChoiceField
            label="Vergleich"
            choices={Object.entries(COMPARISONS)}
            value={parameters.compare}
            onValue={(compare) => change({ compare: compare as Comparison })}
          />
        )}
        {children}
        {takes.bots && (
          <label className="haken">
            <input
              type="checkbox"
              checked={parameters.with_bots}
              onChange={(event) => change({ with_bots: event.target.checked })}
            />
            Bots mitzählen
          </label>
        )}
        {takes.filters && <FilterChips {...props} />}
      </div>
      <p className="nur-druck ohne ziffern">{askedWords(parameters, takes)}</p>
      {others.map(([name, words]) => (
        <p key={name} role="alert" className="feldfehler">
          {words}
        </p>
      ))}
      <ComparedWords compare={parameters.compare} compared={takes.comparison ? compared : null} />
    </section>
  )
}

function ComparedWords({ compare, compared }: { compare: Comparison; compared: Period | null }) {
  if (compare === 'none' || !compared) return null
  return (
    <p className="winzig leise ohne ziffern">
      Verglichen mit {periodWords(compared)}: um ganze Wochen verschoben, damit Montage neben
      Montagen stehen.
    </p>
  )
}
