import { useMemo } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { type ConsoleDataProvider, dataProvider } from '../dataProvider'

/**
 * `call` for the named operations of the server. A call that finds the session ended leads to the
 * log-in page and back. It throws then as well: react-admin's own hook would answer `{ data: {} }`.
 */
export function useStaffApi(): Pick<ConsoleDataProvider, 'call'> {
  const logoutIfAccessDenied = useLogoutIfAccessDenied()
  return useMemo(
    () => ({
      call: async <T>(...operation: Parameters<ConsoleDataProvider['call']>) => {
        try {
          return await dataProvider.call<T>(...operation)
        } catch (error) {
          await logoutIfAccessDenied(error)
          throw error
        }
      },
    }),
    [logoutIfAccessDenied],
  )
}
