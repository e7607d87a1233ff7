import { useCallback } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { call } from './client'
import type { Input, Method, Optional, PathOf } from './operations'

/**
 * `call` for pages: one that finds the session ended leads to the log-in page and back. It throws then
 * as well: react-admin's own hook would answer `{ data: {} }`, and a form would forget its draft.
 */
export function useCall() {
  const logoutIfAccessDenied = useLogoutIfAccessDenied()
  return useCallback(
    async <M extends Method, P extends PathOf<M>>(
      method: M,
      path: P,
      ...input: Optional<Input<M, P>>
    ) => {
      try {
        return await call(method, path, ...input)
      } catch (error) {
        await logoutIfAccessDenied(error)
        throw error
      }
    },
    [logoutIfAccessDenied],
  )
}
