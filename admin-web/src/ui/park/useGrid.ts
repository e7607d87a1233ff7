import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { choosingGrid, type Grid, gridFor } from './grid'
import type { Run } from './spotStates'

/** The cells of a park on this screen. */
export function useGrid(runs: readonly Run[]): Grid {
  return useCells(runs, gridFor)
}

/** The same where one spot is chosen among them. */
export function useChoosingGrid(runs: readonly Run[]): Grid {
  return useCells(runs, choosingGrid)
}

function useCells(runs: readonly Run[], cells: typeof gridFor): Grid {
  const isNarrow = useMediaQuery('(max-width: 40rem)', { noSsr: true })
  const count = runs.at(-1)?.last ?? 0
  return useMemo(() => cells(count, isNarrow), [cells, count, isNarrow])
}
