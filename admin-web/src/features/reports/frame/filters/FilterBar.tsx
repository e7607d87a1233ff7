import type { ReactNode } from 'react'
import { formatDay } from '@/lib/format'
import { comparedPeriod, comparedSentence } from '../parameters/comparison'
import type { ParameterSpec, Parameters } from '../parameters/parameters'
import { COMPARISONS, type Comparison, type Period, periodWords } from '../parameters/periods'
import type { ParameterState } from '../parameters/useParameters'
import { ChoiceField } from './ChoiceField'
import { FilterChips } from './FilterChips'
import { askedWords } from './filterWords'
import { BothDays, PeriodFields } from './PeriodFields'

interface FilterBarProps extends ParameterState {
  takes: ParameterSpec
  problems: Readonly<Record<string, string>>
  /** The period the picture is compared with. */
  compared: Period | null
  /** The first day of which visits are known, where there is one. */
  knownFrom?: string | null | undefined
  /** Names whose problems stand elsewhere. */
  controlled?: readonly string[] | undefined
  /** Fields of this report alone. */
  children?: ReactNode
}

/** What a report is asked: period, comparison, own fields, bots, filters. */
export function FilterBar({
  takes,
  problems,
  compared,
  knownFrom,
  children,
  ...props
}: FilterBarProps) {
  const { parameters, change } = props
  const own = new Set(['from', 'to', 'compare_from', 'compare_to', ...(props.controlled ?? [])])
  const others = Object.entries(problems).filter(([name]) => !own.has(name))
  return (
    <section className="sheet report-filters" aria-label="Was der Bericht zeigt">
      <div className="filter-row">
        {takes.period && (
          <PeriodFields
            period={parameters}
            problems={problems}
            onPeriod={(period) => period && change(period)}
          />
        )}
        {takes.comparison && (
          <ChoiceField
            id="report-comparison"
            label="Vergleich"
            choices={Object.entries(COMPARISONS).filter(([name]) => name !== 'own' || takes.period)}
            value={parameters.compare}
            onValue={(compare) => change(chosenComparison(compare as Comparison, parameters))}
          />
        )}
        {takes.comparison && parameters.compared && (
          <BothDays
            isCompared
            period={parameters.compared}
            problems={problems}
            onPeriod={(compared) => change({ compared })}
          />
        )}
        {children}
        {takes.bots && (
          <label className="tick">
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
      <p className="print-line flush tabular">{askedWords(parameters, takes)}</p>
      {others.map(([name, words]) => (
        <p key={name} role="alert" className="field-error">
          {words}
        </p>
      ))}
      <ComparedWords
        period={parameters}
        compare={parameters.compare}
        compared={takes.comparison ? compared : null}
        knownFrom={knownFrom}
      />
    </section>
  )
}

/** Where one begins to choose freely: what would be compared with anyway. */
function chosenComparison(compare: Comparison, { from, to }: Period): Partial<Parameters> {
  if (compare !== 'own') return { compare, compared: null }
  return { compare, compared: comparedPeriod({ from, to }, 'previous') }
}

interface ComparedWordsProps {
  period: Period
  compare: Comparison
  compared: Period | null
  knownFrom: string | null | undefined
}

function ComparedWords({ period, compare, compared, knownFrom }: ComparedWordsProps) {
  if (compare === 'none' || !compared) return null
  const isKnown = knownFrom === undefined || (knownFrom !== null && knownFrom <= compared.from)
  return (
    <p className="tiny muted flush tabular">
      Verglichen mit{' '}
      {isKnown
        ? comparedSentence(period, compared)
        : `${periodWords(compared)}: nicht bekannt, ${countedWords(knownFrom)}.`}
    </p>
  )
}

const countedWords = (knownFrom: string | null): string =>
  knownFrom ? `gezählt wird erst seit dem ${formatDay(knownFrom)}` : 'noch ist kein Besuch gezählt'
