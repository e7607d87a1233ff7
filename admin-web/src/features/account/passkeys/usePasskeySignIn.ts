import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { noteSession } from '@/session/session'
import { askForPasskey, canFillIn } from './webauthn'

/** After this the server may have forgotten the challenge of a page that stood open; in milliseconds. */
const FRESH = 4 * 60_000

/**
 * Signs in with a passkey: on demand, and beside that from what the browser offers in the field of the
 * address. A browser answers one question at a time, so each new one withdraws the last.
 */
export function usePasskeySignIn() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { ask, withdraw } = useQuestion()
  const isDialogOpen = useRef(false)
  const fillIn = useCallback(
    async (page: AbortSignal) => {
      try {
        // Asked late, it would withdraw the dialog that was opened meanwhile, or outlive the page.
        if ((await canFillIn()) && !isDialogOpen.current && !page.aborted)
          await ask('conditional', setProblem)
      } catch {
        // Nobody asked for this, and the form is there: only an answer that was given has a problem to tell.
      }
    },
    [ask],
  )
  const offerAgain = useWhileOpen(fillIn, withdraw)

  async function start() {
    isDialogOpen.current = true
    setBusy(true)
    setProblem(null)
    try {
      await ask('optional')
    } catch (error) {
      isDialogOpen.current = false
      setProblem(errorWords(error))
      offerAgain()
    }
    setBusy(false)
  }
  return { problem, isBusy, start: () => void start() }
}

function useQuestion() {
  const current = useRef<AbortController>(undefined)
  const withdraw = useCallback(() => current.current?.abort(), [])
  const ask = useCallback(
    async (
      mediation: CredentialMediationRequirement,
      onRefused?: (sentence: string) => void,
    ): Promise<void> => {
      withdraw()
      const own = new AbortController()
      current.current = own
      const question = await call('post', '/api/staff/session/passkey/options')
      own.signal.throwIfAborted()
      const body = await askForPasskey(question, { mediation, signal: own.signal })
      try {
        noteSession(await call('post', '/api/staff/session/passkey', { body }))
      } catch (error) {
        onRefused?.(errorWords(error))
        throw error
      }
    },
    [withdraw],
  )
  return { ask, withdraw }
}

/**
 * Offers passkeys while the page is open, with a new challenge for a user who comes back to it later; returns how to
 * offer them again.
 */
function useWhileOpen(offer: (page: AbortSignal) => Promise<void>, withdraw: () => void) {
  const again = useRef(() => {})
  useEffect(() => {
    const page = new AbortController()
    let offeredAt = 0
    again.current = () => {
      offeredAt = Date.now()
      void offer(page.signal)
    }
    again.current()
    function renew() {
      if (Date.now() - offeredAt >= FRESH) again.current()
    }
    window.addEventListener('focus', renew)
    return () => {
      window.removeEventListener('focus', renew)
      page.abort()
      withdraw()
    }
  }, [offer, withdraw])
  return () => again.current()
}
