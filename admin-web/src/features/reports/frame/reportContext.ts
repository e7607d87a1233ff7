import { createContext, useContext } from 'react'
import type { ReportDocument } from './document'
import type { Parameters } from './parameters/parameters'

export interface ShownReport {
  report: ReportDocument
  /** The query the picture was asked with, for its files. */
  query: string
  parameters: Parameters
  /** A result of its day: what it was asked cannot be changed. */
  isKept: boolean
}

const Shown = createContext<ShownReport | null>(null)

export const ShownReportProvider = Shown.Provider

/** The report around a picture or a table. */
export function useShownReport(): ShownReport {
  const shown = useContext(Shown)
  if (!shown) throw new Error('a picture of a report needs a ReportPage around it')
  return shown
}
