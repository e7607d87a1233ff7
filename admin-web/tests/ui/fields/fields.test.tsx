import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SHAPES, STATES, type StateName } from '@/lib/states'
import { StateMark } from '@/ui/fields/StateMark'
import { DayField, KwhField, MomentField, MoneyField } from '@/ui/fields/values'

const text = (element: Element) => element.textContent?.replace(/[\u00a0\u202f]/g, ' ')

test('values are shown in German', () => {
  const { container } = render(
    <>
      <MoneyField cents={129_900} /> <KwhField kwh={2000} />{' '}
      <MomentField at="2026-11-23T10:42:00Z" /> <DayField on="2026-12-03" />
    </>,
  )
  expect(text(container)).toBe('1.299,00 € 2.000 kWh 23.11.2026, 11:42 03.12.2026')
})

test('zero is a value, and what is missing is said aloud', () => {
  const { container } = render(
    <>
      <MoneyField cents={0} /> <KwhField kwh={null} />
    </>,
  )
  expect(text(container)).toBe('0,00 € –keine Angabe')
})

test('a moment can be read by machines', () => {
  const { container } = render(<MomentField at="2026-11-23T10:42:00Z" isShort />)
  expect(container.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-23T10:42:00Z')
  expect(container.querySelector('time')?.title).toBe('23.11.2026, 11:42')
})

test('every state has a word and a drawing that no other state has', () => {
  const drawings = Object.values(STATES).map(({ shape }) => JSON.stringify(SHAPES[shape]))
  expect(new Set(drawings).size).toBe(drawings.length)
  for (const state of Object.keys(STATES) as StateName[]) {
    const { unmount } = render(<StateMark state={state} />)
    expect(screen.getByText(STATES[state].label).querySelector('svg')).not.toBeNull()
    unmount()
  }
})

test('without their colours four drawings are the same cell, and all others differ', () => {
  const paths = Object.entries(SHAPES).map(
    ([name, layers]) => [name, layers.map(([, path]) => path).join()] as const,
  )
  const cells = paths.filter(([, path]) => path === 'M1 1h18v12H1z').map(([name]) => name)
  // Their words tell these apart, and of the two outlines one is broken.
  expect(cells).toEqual(['sun', 'full', 'outline', 'dashed'])
  expect(new Set(paths.map(([, path]) => path)).size).toBe(paths.length - cells.length + 1)
})

test('a state the console does not know is shown by its name', () => {
  render(<StateMark state="teleported" />)
  expect(screen.getByText('teleported')).toBeTruthy()
})
