import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { presentAddress } from '@/app/movedAddresses'
import { PresentAddress } from '@/app/PresentAddress'
import { renderAt } from '../screen'

const MOVED: [before: string, now: string][] = [
  ['/anmelden', '/sign-in'],
  ['/einrichten', '/set-up'],
  ['/konto', '/account'],
  ['/link-bauen?utm_source=messe', '/links/build?utm_source=messe'],
  ['/attribution?from=2026-10-01', '/site-check?from=2026-10-01'],
  [
    '/aliases/zuordnungen?filter=%7B%22q%22%3A%22a%22%7D',
    '/aliases/assigned?filter=%7B%22q%22%3A%22a%22%7D',
  ],
  ['/referrals/verwendungen', '/referrals/uses'],
  ['/parks/sued/show?stand=free', '/parks/sued/show?state=free'],
  ['/jobs/sweep?seite=2', '/jobs/sweep?page=2'],
  [
    '/reports/changes?compare=previous&field=channel',
    '/reports/breakdown?compare=previous&field=channel',
  ],
  ['/reports/kept/7/warum?gegen=9', '/reports/kept/7/changes?against=9'],
  ['/reservations/17', '/reservations/17/show'],
  ['/reservations/17/edit', '/reservations/17/show'],
  ['/reports/schedules/3/bearbeiten', '/reports/schedules/3/edit'],
  ['/reports/schedules/neu?vorlage=weekly', '/reports/schedules/new?offer=weekly'],
  ['/reports/schedules/neu?von=3', '/reports/schedules/new?copy=3'],
  [
    '/reports/schedules/neu?bericht=overview&from=2026-10-01',
    '/reports/schedules/new?report=overview&from=2026-10-01',
  ],
  ['/setup-checks', '/state'],
  ['/operation', '/state'],
  ['/invariants', '/state'],
]

const placeOf = (address: string) => {
  const { pathname, search } = new URL(address, 'https://voltigo.example')
  return { pathname, search }
}

test.each(MOVED)('%s is now %s', (before, now) => {
  expect(presentAddress(placeOf(before))).toEqual(placeOf(now))
})

test.each([
  '/',
  '/reservations?stand=x',
  '/kontoauszug',
  '/parks/neu/show',
  '/campaigns/3/show',
  '/reservations/create',
  '/reservations/17/show',
  '/operation/attacks',
  '/operation-requests',
])('%s stays as it is', (address) => {
  expect(presentAddress(placeOf(address))).toEqual(placeOf(address))
})

test('a mailed link of before opens the present page with its secret', () => {
  renderAt('/einrichten?x=1#geheim', {
    '/set-up': <h1>Einrichten</h1>,
    '*': <PresentAddress>anderswo</PresentAddress>,
  })
  expect(screen.getByRole('heading', { name: 'Einrichten' })).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe('/set-up?x=1#geheim')
})
