import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PageRow } from '@/features/reports/frame/navigation/PageRow'
import { renderAt } from '../../../screen'

afterEach(() => {
  vi.restoreAllMocks()
})

const pages = ['Überblick', 'Modelle', 'Wege', 'Gutschriften'].map((label, index) => ({
  key: label,
  to: { pathname: `/${index}` },
  label,
  isCurrent: label === 'Wege',
}))

/** A row in which only so many pages stand beside each other. */
function rowOf(inFirstLine: number) {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this)
    return place < inFirstLine ? 0 : 44
  })
  renderAt('/x', { '/x': <PageRow label="Berichte" pages={pages} /> })
}

test('what has no room in the line is in a menu, whose button names the page that is shown', async () => {
  rowOf(2)
  const hidden = [...document.querySelectorAll('.is-wrapped')].map((one) => one.textContent)
  expect(hidden).toEqual(['Wege', 'Gutschriften'])
  fireEvent.click(screen.getByRole('button', { name: 'Mehr, gezeigt wird: Wege' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((one) => one.textContent)).toEqual(['Wege', 'Gutschriften'])
  expect(items[0]?.getAttribute('aria-current')).toBe('page')
  fireEvent.click(items[1] as HTMLElement)
  expect(screen.getByTestId('address').textContent).toBe('/3')
})

test('where all have room there is no menu', () => {
  rowOf(4)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.querySelector('.is-wrapped')).toBeNull()
})
