import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Recount } from '@/features/reports/frame/Recount'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'

const link = () => screen.queryByRole('link', { name: 'Daten zum Nachrechnen laden' })

test('a report is counted again from the rows behind it, as it was asked', () => {
  noteSession(sessionOf('marketing'))
  renderAt('/', { '/': <Recount report="breakdown" query="field=utm_source" /> })
  expect(link()?.getAttribute('href')).toBe(
    '/api/staff/reports/breakdown/recount.zip?field=utm_source',
  )
  expect(screen.getByText(/Filter und Vergleich gelten dafür nicht\./)).toBeTruthy()
})

test.each([
  ['capacity', 'staff'],
  ['funnel', 'marketing'],
] as const)('of %s there is nothing to load for %s', (report, role) => {
  noteSession(sessionOf(role))
  renderAt('/', { '/': <Recount report={report} query="" /> })
  expect(link()).toBeNull()
})
