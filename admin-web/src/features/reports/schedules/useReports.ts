import { useStaffQuery } from '@/api/old/useStaffQuery'
import type { ReportInfo } from './schedule'

/** The reports that this role may see, with what each takes and shows. */
export const useReports = () => useStaffQuery<{ data: ReportInfo[] }>('reports')
