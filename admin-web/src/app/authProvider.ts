import type { AuthProvider } from 'react-admin'
import { call } from '@/api/client'
import { ApiError } from '@/api/problem'
import { forgetDrafts } from '@/session/draft'
import { currentSession, knownSession, LOGIN_PATH, noteEnd, noteSession } from '@/session/session'
import { mayOpen } from './navigation'

/** Rejects silently to the log-in page; the address asked for travels along in the history state. */
const toLogin = () => ({ redirectTo: LOGIN_PATH, message: false })

/**
 * Rejects silently and leaves the way out to `SessionGate`, which takes it at once. react-admin's own
 * comes when the browser has time for it, and would empty a log-in form that the user is filling in.
 */
const ended = () => ({ logoutUser: false, message: false })

/** react-admin's questions about who is there, answered from the server's session. */
export const authProvider: AuthProvider = {
  /** The log-in page makes its own calls; react-admin never logs anybody in. */
  login: () => Promise.resolve(),

  async logout() {
    const known = knownSession()
    noteSession(null)
    // After the end of a session by itself the user goes on with the drafts as soon as they sign in again.
    if (known?.stage === 'full') forgetDrafts()
    // Without a session there is nothing to end, and an answer that fails changes nothing here.
    if (known) await call('delete', '/api/staff/session').catch(() => undefined)
    return LOGIN_PATH
  },

  async checkAuth() {
    const session = await currentSession()
    if (session?.stage !== 'full') throw toLogin()
  },

  async checkError(error: unknown) {
    if (!(error instanceof ApiError) || error.code !== 'signed_out') return
    const known = knownSession()
    // Between password and code every page is refused. What one asked before, or asks meanwhile, ends no log-in.
    if (known && known.stage !== 'full') return
    noteEnd()
    throw ended()
  },

  async getIdentity() {
    const session = await currentSession()
    if (!session) throw toLogin()
    return { id: session.account.id, fullName: session.account.name }
  },

  getPermissions: async () => (await currentSession())?.account.role,

  async canAccess({ resource }) {
    const role = (await currentSession())?.account.role
    return role !== undefined && mayOpen(resource, role)
  },
}
