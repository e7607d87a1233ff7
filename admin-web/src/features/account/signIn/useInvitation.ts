import { useEffect, useState } from 'react'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'

/** What a one-time link is for. */
export type Invitation = Schemas['SetupLinkOut']

/** What the token of a one-time link stands for, or why it is worth nothing. */
export function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setProblem(
      token ? undefined : 'In der Adresse fehlt ein Teil. Bitte öffnen Sie den ganzen Link.',
    )
    if (!token) return
    call('post', '/api/staff/setup/check', { body: { token } })
      .then(setInvitation)
      .catch((error: unknown) => setProblem(errorWords(error)))
  }, [token])
  return { invitation, problem }
}
