import { expect, test } from 'vitest'
import { apart, fillCurve, kwhArea } from '@/features/reports/capacity/fillCurve'
import type { CourseRow } from '@/features/reports/capacity/report'
import { dayRow } from './rows'

const PLACE = { left: 0, right: 100, top: 0, bottom: 100 }
const course = (day: string, lower: number, likely: number, upper: number): CourseRow => ({
  day,
  lower,
  likely,
  upper,
  full_at: 10,
})

test('the past stands in steps, state upon state, the farthest at the bottom', () => {
  const days = [
    dayRow('2026-11-20', { active: 2, reserved: 3, spot_limit: 10 }),
    dayRow('2026-11-21', { active: 2, reserved: 5, spot_limit: 10 }),
  ]
  const curve = fillCurve(days, [], PLACE)
  expect(curve?.areas.active).toBe('M0 80H50L50 80H100L100 100H50L50 100H0z')
  expect(curve?.areas.reserved).toBe('M0 50H50L50 30H100L100 80H50L50 80H0z')
  expect(curve?.areas.invited).toBe('')
  expect(curve?.today).toBeNull()
})

test('the forecast goes on where the past ends, its middle up to the day it is full', () => {
  const days = [dayRow('2026-11-19', { reserved: 6 }), dayRow('2026-11-20', { reserved: 6 })]
  const ahead = [
    course('2026-11-20', 6, 6, 6),
    course('2026-11-21', 5, 8, 10),
    course('2026-11-22', 6, 10, 10),
    course('2026-11-23', 8, 10, 10),
  ]
  const curve = fillCurve(days, ahead, PLACE)
  expect(curve?.last).toBe('2026-11-23')
  expect(curve?.today).toBeCloseTo(40)
  expect(curve?.likely).toBe('M30 40L50 20L70 0')
  expect(curve?.band).toBe('M30 40L50 0L70 0L90 0L90 20L70 40L50 50L30 40z')
})

test('of the band it is known how low it lies beside the past', () => {
  const days = [dayRow('2026-11-19', { reserved: 6 }), dayRow('2026-11-20', { reserved: 6 })]
  const ahead = [
    course('2026-11-20', 6, 6, 6),
    course('2026-11-21', 5, 8, 10),
    course('2026-11-22', 4, 10, 10),
  ]
  const curve = fillCurve(days, ahead, PLACE)
  expect(curve?.lowest(40, 70)).toBe(50)
  expect(curve?.lowest(40, 100)).toBe(60)
  expect(fillCurve(days, [], PLACE)?.lowest(40, 100)).toBe(-Infinity)
})

test('a forecast is drawn for as long as the past, and six weeks at least', () => {
  const days = [dayRow('2026-11-20', { reserved: 6 })]
  const ahead = [
    course('2026-11-20', 6, 6, 6),
    course('2026-12-31', 7, 8, 9),
    course('2027-06-01', 8, 9, 10),
  ]
  expect(fillCurve(days, ahead, PLACE)?.last).toBe('2026-12-31')
})

test('nothing known and nothing ahead is no picture', () => {
  expect(fillCurve([], [], PLACE)).toBeNull()
})

test('a park without any spot has a scale', () => {
  const curve = fillCurve([dayRow('2026-11-20', { spot_limit: 0 })], [], PLACE)
  expect(curve?.ticks.at(-1)).toBeGreaterThan(0)
})

test('kWh rise from nothing to the most there was', () => {
  const days = [dayRow('2026-11-20', { taken_kwh: 500 }), dayRow('2026-11-21', { taken_kwh: 1000 })]
  const curve = fillCurve(days, [], PLACE)
  expect(curve && kwhArea(days, curve, 0, 100).d).toBe('M0 50H50L50 0H100L100 100H50L50 100H0z')
})

test('labels that would cover each other move up', () => {
  expect(apart([100, 98, 40], 17)).toEqual([100, 83, 40])
  expect(apart([10, 60], 17)).toEqual([10, 60])
})
