import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Link, MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useArrivalProps } from '@/ui/page/useArrival'

/** A row that is drawn anew at another width. */
const Row = ({ name }: { name: string }) => <section {...useArrivalProps(name)}>{name}</section>

function Rows() {
  const [width, setWidth] = useState(390)
  return (
    <>
      <Row key={width} name="mail-1" />
      <button type="button" onClick={() => setWidth(width + 1)}>
        Drehen
      </button>
      <Link to="#mail-1">Zur Mail</Link>
    </>
  )
}

test('an address leads to its element once, and again only by another step', () => {
  render(
    <MemoryRouter initialEntries={['/refused-mails#mail-1']}>
      <Rows />
    </MemoryRouter>,
  )
  expect(document.activeElement).toBe(screen.getByText('mail-1'))
  fireEvent.click(screen.getByText('Drehen'))
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByText('Zur Mail'))
  expect(document.activeElement).toBe(screen.getByText('mail-1'))
})
