import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AmountRows } from '@/features/reports/credits/AmountRows'
import { readParameters } from '@/features/reports/frame/parameters/parameters'
import { CostRanges } from '@/features/reports/marketing/models/CostRanges'
import { ModelRanges } from '@/features/reports/marketing/models/ModelRanges'
import {
  type CreditedRow,
  costRanges,
  type OriginsRow,
  reservationsVia,
} from '@/features/reports/marketing/models/origins'
import { renderAt } from '../../../screen'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 900, 300),
  )
})

afterEach(() => {
  vi.restoreAllMocks()
})

const newsletter = {
  channel: 'campaign',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'post',
  referrer_host: '',
  fewest_ppm: 1_000_000,
  most_ppm: 2_000_000,
  ripe_cost_cents: 6_000,
  least_cost_per_contract: 2_000,
  most_cost_per_contract: 3_000,
  cost_per_contract: 2_500,
}
const direct = {
  ...newsletter,
  channel: 'direct',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
}
const table = { title: '', sentence: '', total_rows: 2, columns: [], rows: [direct, newsletter] }
const amount = { cents: 100, gapCents: 0, markCents: 90, look: '', words: ['', ''] as const }
const rows = [direct, newsletter]
const linkOf = ({ channel }: { channel: string }) => `/behind/${channel}`

/** Pictures of two rows each, the second of which belongs to the newsletter. */
const PICTURES: Record<string, ReactNode> = {
  ModelRanges: (
    <ModelRanges table={table as never} model="last" kind="ppm" linkOf={linkOf as never} />
  ),
  CostRanges: (
    <CostRanges
      label=""
      ranges={costRanges(rows as never)}
      linkOf={({ row }) => linkOf(row as OriginsRow)}
    />
  ),
  AmountRows: (
    <AmountRows
      label=""
      mark=""
      rows={rows.map((row) => ({
        ...amount,
        key: row.channel,
        title: row.channel,
        link: linkOf(row),
      }))}
    />
  ),
}

test.each(Object.keys(PICTURES))('a row of %s leads to the reservations it counts', (name) => {
  renderAt('/x', { '/x': PICTURES[name], '/behind/campaign': <h1>Dahinter</h1> })
  const areas = document.querySelectorAll('svg .click-area')
  expect(areas.length).toBe(2)
  fireEvent.click(areas[1] as Element)
  expect(screen.getByText('Dahinter')).toBeTruthy()
})

const PARAMETERS = readParameters(new URLSearchParams('from=2026-07-01&to=2026-09-30'), {})

test('an origin in models leads to all reservations with it anywhere on their way', () => {
  const path = reservationsVia(PARAMETERS, newsletter as unknown as CreditedRow, 'contracted')
  const query = new URLSearchParams(path?.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    outcome: 'contracted',
    match: 'any',
    from: '2026-07-01',
    to: '2026-09-30',
    only_channel: 'campaign',
    only_utm_source: 'newsletter',
    only_utm_medium: 'email',
    only_utm_campaign: 'post',
  })
})
