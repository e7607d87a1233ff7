// @vitest-environment happy-dom
import { expectTypeOf, test } from 'vitest'
import { call } from '@/api/client'
import type { RecordOf, Resource } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { ReportOf } from '@/features/reports/frame/document'

/** Never run: the compiler is the test. */
const park = { params: { path: { park: 'pilot' } } }
const calls = {
  answer: () => call('get', '/api/staff/parks/{park}', park),
  query: () => useStaffQuery('/api/staff/parks/{park}', { ...park, refetchEvery: 1 }),
  nothing: () => call('delete', '/api/staff/session'),
  perhaps: () => call('get', '/api/staff/self-checks/latest'),
  // @ts-expect-error no such address
  address: () => call('get', '/api/staff/park'),
  // @ts-expect-error an address that knows no such method
  method: () => call('delete', '/api/staff/today'),
  // @ts-expect-error a part of the address is missing
  part: () => call('get', '/api/staff/parks/{park}'),
  // @ts-expect-error no such filter
  filter: () => call('get', '/api/staff/alerts', { params: { query: { states: 'open' } } }),
  // @ts-expect-error a member of the body is missing
  missing: () => call('post', '/api/staff/session', { body: { email: 'a@b.example' } }),
  more: () =>
    // @ts-expect-error a member that the body has not
    call('post', '/api/staff/session/code', { body: { code: '123456', password: '' } }),
  // @ts-expect-error the answer has no such member
  member: async () => (await calls.answer()).spots_limit,
}

test('the document says what a call answers', () => {
  expectTypeOf(calls.answer).returns.resolves.toEqualTypeOf<Schemas['StaffParkShowOut']>()
  expectTypeOf(calls.query).returns.toHaveProperty('data')
  expectTypeOf(calls.nothing).returns.resolves.toBeUndefined()
  expectTypeOf(calls.perhaps).returns.resolves.toEqualTypeOf<Schemas['SelfCheckOut'] | null>()
})

test('the document says what a list and a report hold', () => {
  expectTypeOf<RecordOf<'mails'>>().toExtend<Schemas['MailOut']>()
  expectTypeOf<'campaigns'>().toExtend<Resource>()
  expectTypeOf<'today'>().not.toExtend<Resource>()
  expectTypeOf<ReportOf<'funnel'>>().toEqualTypeOf<Schemas['FunnelReport']>()
})
