import { useQueryClient } from '@tanstack/react-query'
import { call } from '@/api/client'
import { noteSession } from '@/session/session'

/** Reads again what depends on the own passkeys: their list, the devices, and whether there is one. */
export function usePasskeysChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    noteSession(await call('get', '/api/staff/session'))
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['passkeys'] }),
      queries.invalidateQueries({ queryKey: ['sessions'] }),
    ])
  }
}
