import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { type Grid, gridFor } from './grid'
import type { Run } from './spotStates'

/** The cells of a park on this screen. */
export function useGrid(runs: readonly Run[]): Grid {
  const isNarrow = useMediaQuery('(max-width: 40rem)', { noSsr: true })
  const count = runs.at(-1)?.last ?? 0
  return useMemo(() => gridFor(count, isNarrow), [count, isNarrow])
}
