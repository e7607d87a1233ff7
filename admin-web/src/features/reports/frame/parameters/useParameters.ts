import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  addressQuery,
  type ParameterSpec,
  type Parameters,
  readParameters,
  reportQuery,
} from './parameters'

export interface ParameterState {
  parameters: Parameters
  /** What the server is asked with. */
  query: string
  change: (changes: Partial<Parameters>) => void
  /** Changes parameters of this report alone. */
  changeOwn: (changes: Parameters['own']) => void
}

/** What was chosen a moment ago: the address follows when it can, a field must answer at once. */
interface Asked {
  before: Parameters
  parameters: Parameters
}

/** The parameters of a report. They live in the address: back, reload and sharing work. */
export function useParameters(spec: ParameterSpec): ParameterState {
  const [search, setSearch] = useSearchParams()
  const told = useMemo(() => readParameters(search, spec), [search, spec])
  const [asked, setAsked] = useState<Asked | null>(null)
  if (asked && asked.before !== told) setAsked(null)
  const parameters = asked?.before === told ? asked.parameters : told
  // Two changes may follow each other before the page is drawn again; the second keeps the first.
  const latest = useRef(parameters)
  useEffect(() => {
    latest.current = parameters
  }, [parameters])
  const change = useCallback(
    (changes: Partial<Parameters>) => {
      latest.current = { ...latest.current, ...changes }
      setAsked({ before: told, parameters: latest.current })
      setSearch(addressQuery(latest.current, spec))
    },
    [told, setSearch, spec],
  )
  const changeOwn = useCallback(
    (changes: Parameters['own']) => change({ own: { ...latest.current.own, ...changes } }),
    [change],
  )
  const query = useMemo(() => reportQuery(parameters, spec), [parameters, spec])
  return useMemo(
    () => ({ parameters, query, change, changeOwn }),
    [parameters, query, change, changeOwn],
  )
}
