import { useMemo, useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { Given, ReportInfo, Schedule } from '../schedule'
import { useReports } from '../useReports'
import { joiningReport } from './joining'

const CHANGED =
  'Jemand hat diese Zustellung inzwischen geändert. Oben steht sie, wie sie jetzt ist. Bitte prüfen Sie das und fügen Sie den Bericht dann noch einmal hinzu.'

/** The schedules that this person may change, the chosen one, and the report on its way into it. */
export function useJoining(report: string, parameters: Given) {
  const list = useStaffQuery('/api/staff/report-schedules')
  const reports = useReports()
  const [id, setId] = useState<number | null>(null)
  const { run, isRunning, problem, refusal, fieldErrors, forget } =
    useStaffChange('report-schedules')
  const info = reports.data?.data.find(({ name }) => name === report) ?? unknown(report)
  const joining = useMemo(() => joiningReport(info, parameters), [info, parameters])
  const schedules = reports.data && list.data?.data.filter(({ may_change: mayChange }) => mayChange)
  const chosen = schedules?.find((one) => one.id === id)

  async function join(): Promise<Schedule | null> {
    if (!chosen) return null
    return run('post', '/api/staff/report-schedules/{schedule_id}/reports', {
      params: { path: { schedule_id: chosen.id } },
      body: {
        report: joining.report,
        parameters: joining.parameters,
        period: joining.period,
        version: chosen.version,
      },
    })
  }

  const error = (!list.data && list.error) || (!reports.data && reports.error) || null
  return {
    schedules,
    chosen,
    joining,
    join,
    isRunning,
    isLoading: !schedules && error === null,
    error,
    problem: refusal?.code === 'stale' ? CHANGED : (Object.values(fieldErrors)[0] ?? problem),
    choose(next: number) {
      forget()
      setId(next)
    },
    again: () => Promise.all([list.refetch(), reports.refetch()]),
  }
}

const unknown = (name: string): ReportInfo =>
  ({ name, title: name, parameters: [] }) as unknown as ReportInfo
