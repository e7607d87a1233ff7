import { daysBefore } from '@/lib/days'

/** Days as `YYYY-MM-DD`, which compare as text. */
const twoDigits = (value: number): string => String(value).padStart(2, '0')

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

export const firstOfQuarter = (day: string): string => {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 4)}-${twoDigits(first)}-01`
}

/** The first of the month so many months earlier. */
export function monthsBefore(first: string, months: number): string {
  const number = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1 - months
  return `${Math.floor(number / 12)}-${twoDigits((number % 12) + 1)}-01`
}

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** How many whole calendar months a period has; 0 where it does not consist of them. */
export function wholeMonths({ from, to }: { from: string; to: string }): number {
  const after = daysBefore(to, -1)
  if (!from.endsWith('-01') || !after.endsWith('-01')) return 0
  const [years, months] = [0, 5].map((start) => {
    const end = start ? 7 : 4
    return Number(after.slice(start, end)) - Number(from.slice(start, end))
  }) as [number, number]
  return years * 12 + months
}
