import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MoneyBlock } from '@/features/today/figures/MoneyBlock'
import { renderAt } from '../../screen'
import { answering } from '../../server'

const SUMMER = {
  quarter: '3. Quartal 2026',
  cost_cents: 1_235_779,
  contracted: 76,
  cost_per_contract: 16_260,
  paid_contracted: 39,
  paid_cost_per_contract: 31_687,
  sales_cents: 10_318_700,
  sales_per_euro: 835,
  payback_months: 1,
  ripe_until: null,
}
const AUTUMN = {
  ...SUMMER,
  quarter: '4. Quartal 2026',
  cost_cents: null,
  cost_per_contract: null,
  paid_cost_per_contract: null,
  sales_per_euro: null,
  ripe_until: '2026-10-18',
}

test('the report is run once the block comes into view, and says what is not known', async () => {
  let show = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        show = () => told([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const quarters = { sentence: 'Je Vertrag 162,60 €.', rows: [AUTUMN, SUMMER] }
  const calls = answering({ body: { tables: { quarters } } })
  renderAt('/', { '/': <MoneyBlock /> })
  await screen.findByRole('heading', { name: 'Was ein Vertrag kostet' })
  expect(calls).toEqual([])
  act(() => show())
  await screen.findByText('Je Vertrag 162,60 €.')
  expect(calls.map(({ path }) => path)).toEqual(['/api/staff/reports/money'])
  const [, autumn, summer] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(autumn).toBe('4. Quartal 2026, reif bis 18.10.2026–76–––')
  expect(summer).toBe(
    '3. Quartal 202612.357,79 €76162,60 €316,87 €8,35 €'.replaceAll(' €', '\u00a0€'),
  )
})
