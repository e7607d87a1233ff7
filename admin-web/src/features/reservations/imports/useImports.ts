import { useStaffQuery } from '@/api/useStaffQuery'
import { goesOn } from './listImport'

/** Milliseconds between two looks at an import under way; a chunk of it takes about as long. */
const LOOK_EVERY = 1500

/** How many imports the page shows at first. */
export const SHOWN = 10

/** The latest imports, asked for again while rows of one are being entered. */
export const useImports = (size: number) =>
  useStaffQuery('/api/staff/reservations/imports', {
    params: { query: { per_page: size } },
    refetchEvery: (answer) => (answer?.data.some(goesOn) ? LOOK_EVERY : false),
  })
