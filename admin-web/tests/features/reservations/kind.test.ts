import { expect, test } from 'vitest'
import { RESERVATION, tagsIn } from '@/features/reservations/edit/kind'
import { reservation } from './reservation'

test('what is typed is sent as the server wants it', () => {
  const form = { ...RESERVATION.formOf(reservation()), follow_up_on: '', last_name: ' Weiß ' }
  expect(RESERVATION.read({ ...form, tags: ' Presse, Umzug,, Presse ' }).values).toMatchObject({
    tags: ['Presse', 'Umzug'],
    follow_up_on: null,
    last_name: 'Weiß',
  })
  expect(tagsIn('')).toEqual([])
})

test('contact data begins as masked as the document has it', () => {
  const { email, phone } = reservation()
  expect(RESERVATION.formOf(reservation())).toMatchObject({ email, mobile_phone: phone })
})
