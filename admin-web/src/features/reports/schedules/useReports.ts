import { useStaffQuery } from '@/api/useStaffQuery'

/** The reports that this role may see, with what each takes and shows. */
export const useReports = () => useStaffQuery('/api/staff/reports')
