import Button from '@mui/material/Button'
import { type ReactNode, useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { AsOf } from '@/ui/fields/AsOf'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { KeepButton } from '../kept/KeepButton'
import { useKeptReport } from '../kept/keptReport'
import { RunBand } from '../kept/RunBand'
import { type KeptReport, LIST_PATH, queryOf } from '../kept/run'
import { DeliverLink } from '../schedules/DeliverLink'
import type { ReportDocument, ReportName, ReportOf } from './document'
import { FilterBar } from './filters/FilterBar'
import { ReportNavigation } from './navigation/ReportNavigation'
import { type ParameterSpec, readParameters } from './parameters/parameters'
import { type ParameterState, useParameters } from './parameters/useParameters'
import { Recount } from './Recount'
import { ShownReportProvider } from './reportContext'
import { type ReportRun, useReport } from './useReport'
import '@/ui/page/parts.css'
import '@/ui/list/list.css'
import './reports.css'
import '../kept/kept.css'

export interface ControlsProps extends ParameterState {
  /** Sentences of the server about wrong values: name → sentence. */
  problems: Readonly<Record<string, string>>
}

interface ReportPageProps<T extends ReportDocument> {
  /** The report's name on the server. */
  name: string
  title: string
  /** What it takes. A constant outside the component: every new object asks the server again. */
  takes: ParameterSpec
  /** Fields of the filter bar that only this report has. They show their own problems. */
  controls?: (props: ControlsProps) => ReactNode
  /** Names whose problems `controls` shows itself. */
  controlled?: readonly string[]
  /** Beside the search of other pages: what can be done with the whole report. */
  actions?: ReactNode
  /** Between the reports of the group and the filter bar: parts of this report. */
  navigation?: (state: ParameterState) => ReactNode
  /** How high the picture will be, in pixels, so that nothing moves when it comes. */
  height: number
  children: (report: T, state: ParameterState) => ReactNode
}

/** A report's page: of what is so now, or around a kept result of it. */
export function ReportPage<N extends ReportName>(
  props: ReportPageProps<ReportOf<N>> & { name: N },
) {
  return <AnyReportPage {...props} />
}

/** The same for a report whose name, and so whose tables, only the server knows. */
export function AnyReportPage<T extends ReportDocument>(props: ReportPageProps<T>) {
  const kept = useKeptReport()
  return kept ? <KeptFrame<T> kept={kept} {...props} /> : <LiveReport {...props} />
}

/**
 * Heading and question, the group's other reports, what is asked, how fresh the answer is, the
 * pictures. The address holds what is asked.
 */
function LiveReport<T extends ReportDocument>(props: ReportPageProps<T>) {
  const state = useParameters(props.takes)
  const run = useReport<T>(props.name, state.query)
  return (
    <Page
      title={props.title}
      actions={
        <>
          {props.actions}
          <p className="buttons no-print">
            <DeliverLink report={props.name} parameters={run.report?.parameters} />
            <KeepButton
              report={props.name}
              title={props.title}
              parameters={run.report?.parameters}
            />
          </p>
        </>
      }
    >
      <ReportNavigation question={run.report?.question ?? ''} parameters={state.parameters} />
      {props.navigation?.(state)}
      <FilterBar
        {...state}
        takes={props.takes}
        problems={run.problems}
        compared={run.report?.compared ?? null}
        knownFrom={run.report?.stand.known_from}
        controlled={props.controlled}
      >
        {props.controls?.({ ...state, problems: run.problems })}
      </FilterBar>
      <RunState run={run} />
      <Picture run={run} state={state} height={props.height}>
        {props.children}
      </Picture>
      {run.report && <Recount report={props.name} query={run.shownQuery} />}
      <p className="tiny muted flush no-print">
        <Link to="/reports/metrics">Kennzahlen: was die Zahlen bedeuten und wie sie entstehen</Link>
      </p>
    </Page>
  )
}

interface PictureProps<T extends ReportDocument> {
  run: ReportRun<T>
  state: ParameterState
  height: number
  children: (report: T, state: ParameterState) => ReactNode
}

function Picture<T extends ReportDocument>({ run, state, height, children }: PictureProps<T>) {
  const { report, shownQuery, isRunning } = run
  const { parameters } = state
  const shown = useMemo(
    () => (report ? { report, query: shownQuery, parameters, isKept: false } : null),
    [report, shownQuery, parameters],
  )
  // What the pictures show changes once for an answer; the run tells of itself far more often.
  const pictures = useMemo(() => report && children(report, state), [report, state, children])
  if (run.error) return <LoadProblem error={run.error} onRetry={run.again} />
  if (!shown && Object.keys(run.problems).length > 0)
    return <p className="sheet muted flush">Bitte ändern Sie oben, was der Bericht zeigen soll.</p>
  if (!shown || !report)
    return (
      <div className="sheet report-place" style={{ minHeight: height }} aria-busy={isRunning} />
    )
  return (
    <ShownReportProvider value={shown}>
      <div className="report" aria-busy={isRunning}>
        {pictures}
      </div>
    </ShownReportProvider>
  )
}

/** One line above the picture: how fresh it is, or how far the next one has come. */
function RunState<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  return (
    <div className="run-line">
      {run.isSlow ? <Progress run={run} /> : <AtRest run={run} />}
      <p className="visually-hidden" role="status">
        {run.isSlow && 'Der Bericht wird gerechnet.'}
        {run.isCancelled && 'Abgebrochen.'}
      </p>
    </div>
  )
}

function AtRest<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  if (run.isCancelled)
    return (
      <>
        <p className="flush">
          <b>Abgebrochen.</b> {run.report && 'Zu sehen ist noch das Bild davor.'}
        </p>
        <Button onClick={run.again}>Noch einmal</Button>
      </>
    )
  const provisional = run.report?.stand.provisional
  return (
    <>
      {provisional && <p className="provisional-mark">{provisional}</p>}
      <AsOf stand={run.report?.stand} />
    </>
  )
}

function Progress<T extends ReportDocument>({ run }: { run: ReportRun<T> }) {
  const id = useId()
  const { progress } = run
  return (
    <>
      <label className="flush" htmlFor={id}>
        Wird gerechnet{progress !== null && ` – ${Math.round(progress * 100)} %`}
      </label>
      <progress id={id} max={1} {...(progress !== null && { value: progress })} />
      <Button onClick={run.cancel}>Abbrechen</Button>
    </>
  )
}

interface KeptFrameProps<T extends ReportDocument> {
  kept: KeptReport
  title: string
  takes: ParameterSpec
  children: (report: T, state: ParameterState) => ReactNode
}

/** A page of a report around a kept answer: what it was asked is told, and cannot be changed. */
function KeptFrame<T extends ReportDocument>(props: KeptFrameProps<T>) {
  const { kept, title, takes, children } = props
  const state = useMemo(() => stateOf(kept, takes), [kept, takes])
  const shown = useMemo(
    () => ({ report: kept.answer, query: '', parameters: state.parameters, isKept: true }),
    [kept, state],
  )
  return (
    <Page
      title={kept.run.label}
      overline={
        <>
          <Link to={LIST_PATH}>Festgehaltene Berichte</Link> · {title}
        </>
      }
    >
      <ReportNavigation question={kept.answer.question} />
      <RunBand kept={kept} />
      <ShownReportProvider value={shown}>
        <div className="report">{children(kept.answer as T, state)}</div>
      </ShownReportProvider>
    </Page>
  )
}

function stateOf({ run }: KeptReport, takes: ParameterSpec): ParameterState {
  const query = queryOf(run.parameters)
  return {
    parameters: readParameters(query, takes),
    query: query.toString(),
    change: nothing,
    changeOwn: nothing,
  }
}

function nothing() {}
