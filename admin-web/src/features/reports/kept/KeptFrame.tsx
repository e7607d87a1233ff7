import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { Page } from '@/ui/page/Page'
import type { ReportDocument } from '../frame/document'
import { ReportNavigation } from '../frame/navigation/ReportNavigation'
import { type ParameterSpec, readParameters } from '../frame/parameters/parameters'
import type { ParameterState } from '../frame/parameters/useParameters'
import { ShownReportProvider } from '../frame/reportContext'
import { RunBand } from './RunBand'
import { type KeptReport, LIST_PATH, queryOf } from './run'
import './kept.css'

interface KeptFrameProps<T extends ReportDocument> {
  kept: KeptReport
  title: string
  takes: ParameterSpec
  children: (report: T, state: ParameterState) => ReactNode
}

/** A page of a report around a kept answer: what it was asked is told, and cannot be changed. */
export function KeptFrame<T extends ReportDocument>(props: KeptFrameProps<T>) {
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
