import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { periodOfRun, sharedWords } from '../../kept/run'
import { needsPeriod } from '../edit/draft'
import { draftFromReport, schedulePathOf, seenOf } from '../edit/fromReport'
import { MOST_REPORTS } from '../edit/pack'
import { PERIODS, STANDARD_PERIOD } from '../periods'
import { type Given, packOf, type ReportInfo, type Schedule } from '../schedule'
import { capitalised, listed, recipientsWords } from '../words'

export type Joining = Schemas['JoiningReportIn']
export type Asked = Pick<Joining, 'report' | 'parameters' | 'period'> & {
  /** It is compared with days that no comparison of schedules means: there, with the period before. */
  isComparedAnew: boolean
  needsPeriod: boolean
}

/** What a report's page asks it, without the days, which are those of the schedule. */
export function joiningReport(info: ReportInfo, parameters: Given): Asked {
  const search = new URLSearchParams(schedulePathOf(info.name, parameters).split('?')[1])
  const draft = draftFromReport(search, info)
  const seen = seenOf(search)
  return {
    report: info.name,
    parameters: draft.parameters as Joining['parameters'],
    period: (draft.period ?? seen?.moving.choices[0] ?? STANDARD_PERIOD) as Joining['period'],
    isComparedAnew: seen?.compared != null,
    needsPeriod: needsPeriod(info),
  }
}

export const isFull = (schedule: Schedule): boolean => packOf(schedule).length >= MOST_REPORTS

/** „01.07.2026 bis 30.09.2026 · Kampagne: herbst“: what the page shows now. */
export const shownWords = (parameters: Given): string =>
  [periodOfRun({ ...parameters }), ...sharedWords({ ...parameters })].filter(Boolean).join(' · ') ||
  'Der Stand von heute, ohne Filter.'

/** What a schedule sends, and what becomes of the report in it, a sentence each. */
export function chosenWords(schedule: Schedule, asked: Asked): string[] {
  const { titles, timing_words, recipients, name } = schedule
  const kept = `${capitalised(timing_words)} ${recipientsWords(recipients.length)}: ${listed(titles)}.`
  if (isFull(schedule))
    return [
      kept,
      `„${name}“ hat schon ${formatNumber(MOST_REPORTS)} Berichte, mehr passen nicht in eine Mail. Bitte nehmen Sie dort zuerst einen heraus oder wählen Sie eine andere Zustellung.`,
    ]
  return [kept, ...periodWords(schedule, asked), ...comparisonWords(asked)]
}

function periodWords({ period }: Schedule, asked: Asked): string[] {
  if (!asked.needsPeriod) return ['Die Filter kommen mit.']
  if (period === null)
    return [
      `Die Filter kommen mit. Die Zustellung hat noch keinen Zeitraum und bekommt „${word(asked.period ?? STANDARD_PERIOD)}“.`,
    ]
  if (period === asked.period) return [`Zeitraum und Filter kommen mit: „${word(period)}“.`]
  return [
    `Die Filter kommen mit. Alle Berichte einer Zustellung zeigen denselben Zeitraum, hier „${word(period)}“.`,
  ]
}

const comparisonWords = ({ isComparedAnew }: Asked): string[] =>
  isComparedAnew
    ? ['Verglichen wird dort mit dem Zeitraum davor, denn feste Tage wandern nicht mit.']
    : []

const word = (period: string): string => PERIODS[period] ?? period
