import { useSyncExternalStore } from 'react'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { ApiError } from '@/api/problem'
import { listenersOf } from '@/lib/listeners'

export type Session = Schemas['SessionOut']
export type Role = Schemas['Role']

export const LOGIN_PATH = '/sign-in'

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administration',
  staff: 'Sachbearbeitung',
  marketing: 'Marketing',
}

/** How long an answer counts before the server is asked again, in milliseconds. */
const FRESH = 60_000

/** `undefined`: not asked yet; `null`: signed out. */
let current: Session | null | undefined
let askedAt = 0
const { subscribe, tell } = listenersOf()

/** Takes over what the server has just answered; `null` after signing out. */
export function noteSession(session: Session | null): void {
  current = session
  askedAt = Date.now()
  if (session) endedByServer = false
  tell()
}

/** Whether the server ended the session by itself; the log-in page then says so. */
let endedByServer = false

/** The server no longer knows the session. */
export function noteEnd(): void {
  endedByServer = true
  noteSession(null)
}

/** Whether to explain why the user must sign in again. */
export const wasEnded = (): boolean => endedByServer

/** The session as last known, without a call. */
export const knownSession = (): Session | null | undefined => current

/** The session, asked for again when the last answer is a minute old. Throws when out of reach. */
export async function currentSession(): Promise<Session | null> {
  if (current !== undefined && Date.now() - askedAt < FRESH) return current
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

let asking: Promise<Session | null> | undefined

async function ask(): Promise<Session | null> {
  try {
    noteSession(await call('get', '/api/staff/session'))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (current) noteEnd()
    else noteSession(null)
  }
  return current ?? null
}

/** The session for rendering: the latest known one. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, knownSession) ?? null
}

/** Calls `listener` whenever a user signs in or out. Returns how to end that. */
export const onSessionChange = subscribe
