import { useDataProvider } from 'react-admin'
import type { ConsoleDataProvider } from './dataProvider'

/**
 * The data provider with its `call`, for named operations. Calls go through react-admin, so one that
 * finds the session ended leads to the log-in page and back.
 */
export const useStaffApi = () => useDataProvider<ConsoleDataProvider>()
