import { beforeEach, describe, expect, test } from 'vitest'
import { forgetDraft } from '@/lib/forgetDraft'
import { restoreDraft, saveDraft } from '@/lib/reservation/draft'
import { FIELDS, ofEach, TEXT_FIELDS } from '@/lib/reservation/fields'
import { ENERGY, FILLED } from './filled'

beforeEach(() => sessionStorage.clear())

describe('the draft', () => {
  test('keeps each step under its own key when one of its fields changes', () => {
    saveDraft(FILLED, 'postcode')
    expect(Object.keys(sessionStorage)).toEqual(['step1'])
    saveDraft(FILLED, 'rate')
    saveDraft(FILLED, 'payment_plan')
    expect(Object.keys(sessionStorage).sort()).toEqual(['step1', 'step2', 'step3'])
  })

  test('comes back as it was', () => {
    for (const field of ['postcode', 'annual_kwh', 'payment_plan'] as const)
      saveDraft(FILLED, field)
    expect(restoreDraft()).toEqual({ ...ENERGY, annual_kwh: 2000, rate: 55, payment_plan: '24m' })
  })

  test('never holds names, e-mail, phone or consent', () => {
    for (const field of Object.keys(FILLED) as (keyof typeof FILLED)[]) saveDraft(FILLED, field)
    const everything = Object.values({ ...sessionStorage }).join()
    for (const secret of ['Anna', 'Müller', 'anna@', '23456789', 'consent']) {
      expect(everything).not.toContain(secret)
    }
  })

  test('drops what the form does not offer', () => {
    const made = ofEach(TEXT_FIELDS, (name) => (FIELDS[name].choices ? 'Erfunden' : 85049))
    sessionStorage.setItem('step1', JSON.stringify(made))
    sessionStorage.setItem('step2', '{"annual_kwh":4000,"rate":52,"email":"x@y.de"}')
    sessionStorage.setItem('step3', 'kein JSON')
    expect(restoreDraft()).toEqual({})
  })

  test('is gone after clearing, other keys stay', () => {
    saveDraft(FILLED, 'postcode')
    sessionStorage.setItem('utm_source', 'news')
    sessionStorage.setItem('reservation_attempt', '{"key":"k"}')
    forgetDraft()
    expect(Object.keys(sessionStorage)).toEqual(['utm_source'])
  })
})
