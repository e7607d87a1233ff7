import { useCallback } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { type ConsoleDataProvider, dataProvider } from '@/api/dataProvider'

/**
 * Named operations of the staff API. An ended session leads to the log-in and still fails the call:
 * react-admin's own wrapper would answer it with an empty success, and a form would forget its draft.
 */
export function useCall(): ConsoleDataProvider['call'] {
  const leaveWhenSignedOut = useLogoutIfAccessDenied()
  return useCallback<ConsoleDataProvider['call']>(
    async (method, path, body) => {
      try {
        return await dataProvider.call(method, path, body)
      } catch (error) {
        await leaveWhenSignedOut(error)
        throw error
      }
    },
    [leaveWhenSignedOut],
  )
}
