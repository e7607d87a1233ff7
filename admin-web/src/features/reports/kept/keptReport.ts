import { createContext, useContext } from 'react'
import { staffPath } from '@/api/dataProvider'
import type { KeptReport } from './run'

const Kept = createContext<KeptReport | null>(null)

/** Pages of reports inside show this kept result instead of running the report. */
export const KeptReportProvider = Kept.Provider

/** The kept result to show; `null`: run the report. */
export const useKeptReport = (): KeptReport | null => useContext(Kept)

/** Where the files of a table come from: `overview/files/days`, or the kept run's `files/days`. */
export function filesPath(kept: KeptReport | null, address: string): string {
  if (!kept) return staffPath('reports', address)
  return staffPath('report-runs', kept.run.id, 'files', address.slice(address.lastIndexOf('/') + 1))
}
