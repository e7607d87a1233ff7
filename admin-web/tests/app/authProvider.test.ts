// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { ApiError, type ProblemDocument } from '@/api/problem'
import { authProvider } from '@/app/authProvider'
import { knownSession, noteSession, type Session } from '@/session/session'

const refused = new ApiError({
  status: 401,
  code: 'signed_out',
  title: 'Abgemeldet.',
} as ProblemDocument)
const at = (stage: Session['stage']) => ({ stage, account: { id: 1, name: 'Jonas' } }) as Session

afterEach(() => noteSession(null))

test.each(['code', 'enrol'] as const)(
  'a late refusal ends no log-in at its step %s',
  async (stage) => {
    noteSession(at(stage))
    await authProvider.checkError(refused)
    expect(knownSession()?.stage).toBe(stage)
  },
)

test('a session that has ended leads to the log-in page', async () => {
  noteSession(at('full'))
  await expect(authProvider.checkError(refused)).rejects.toEqual({
    logoutUser: false,
    message: false,
  })
  expect(knownSession()).toBeNull()
})
