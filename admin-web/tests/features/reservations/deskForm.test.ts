import { expect, test } from 'vitest'
import { wishedSpot } from '@/features/reservations/create/form'

test('a place is promised only where its number was typed', () => {
  const typed = [' 23 ', '', 'am Rand', '23b', '12345678']
  expect(typed.map((spot_number) => wishedSpot({ spot_number }))).toEqual(['23', '', '', '', ''])
})
