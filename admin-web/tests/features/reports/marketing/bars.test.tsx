import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { renderAt } from '../../../screen'
import { bars } from '../reports'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 900, 132),
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const rows = [{ channel: 'direct' }, { channel: 'campaign' }]
const TABLE = {
  title: 'Nach Herkunft',
  sentence: 'Die meisten kamen über den Newsletter.',
  total_rows: 2,
  columns: [],
  rows,
}

const drawn = (charts: ReturnType<typeof bars>[], choice?: string) =>
  renderAt('/x', {
    '/x': (
      <ReportCharts
        table={{ ...TABLE, charts }}
        choice={choice}
        linkOf={(row) => row && `/behind/${row.channel}`}
      />
    ),
    '/behind/campaign': <h1>Dahinter</h1>,
  })

test('a chart is one picture that says what the table says, and each bar its name and values', async () => {
  drawn([bars()])
  const picture = screen.getByRole('img', { name: /Besucher. Die meisten kamen über/ })
  expect(await within(picture).findByText('Newsletter')).toBeTruthy()
  expect(within(picture).getByText('3 Besucher')).toBeTruthy()
  expect(picture.querySelectorAll('.recharts-bar-rectangle')).toHaveLength(2)
})

test('a click on a bar leads to what it counts', async () => {
  drawn([bars()])
  await within(screen.getByRole('img')).findByText('Newsletter')
  const sheet = document.querySelector('.recharts-wrapper') as Element
  const below = { clientX: 300, clientY: 84 }
  fireEvent.mouseMove(sheet, below)
  expect(await screen.findByText('Newsletter', { selector: '.chart-values > b' })).toBeTruthy()
  fireEvent.click(sheet, below)
  expect(await screen.findByText('Dahinter')).toBeTruthy()
})

test('of charts with a choice one is shown, and several series have a legend', async () => {
  const lines = [
    { label: 'mit Vertrag', look: 'second', values: [1, 1] },
    { label: 'ohne', look: 'open', values: [1, 2] },
    { label: 'davor', look: 'before', values: [1, null] },
  ] as ReturnType<typeof bars>['lines']
  drawn([bars({ choice: 'A' }), bars({ choice: 'B', title: 'Was daraus wurde', lines })], 'B')
  expect(screen.getAllByRole('img')).toHaveLength(1)
  expect(screen.getAllByRole('listitem').map((one) => one.textContent?.trim())).toEqual([
    'mit Vertrag',
    'ohne',
    'davor',
  ])
  await within(screen.getByRole('img')).findByText('Newsletter')
  expect(document.querySelectorAll('.recharts-bar')).toHaveLength(2)
})
