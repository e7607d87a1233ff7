import { useEffect, useState } from 'react'
import { request } from '@/api/old/request'
import { errorWords } from '@/api/problem'
import type { Role } from '@/session/session'

/** What a one-time link is for, as the server says. */
export interface Invitation {
  purpose: 'first_account' | 'invitation' | 'reset' | 'second_factor'
  email: string | null
  name: string | null
  role: Role
  expires_at: string
}

/** What the token of a one-time link stands for, or why it is worth nothing. */
export function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setProblem(
      token ? undefined : 'In der Adresse fehlt ein Teil. Bitte öffnen Sie den ganzen Link.',
    )
    if (!token) return
    request<Invitation>('POST', '/api/staff/setup/check', { token })
      .then(setInvitation)
      .catch((error: unknown) => setProblem(errorWords(error)))
  }, [token])
  return { invitation, problem }
}
