import { formatDay } from '@/lib/format'

/** Beside a figure that is too young to be told or compared. */
export const unripeWords = (ripeOn: string): string =>
  `noch nicht reif: frühestens am ${formatDay(ripeOn)}`

/** The same where there is room to say why. */
export const unripeSentence = (ripeOn: string): string =>
  `Noch nicht reif: Verträge brauchen Wochen, vergleichen lässt es sich frühestens am ${formatDay(ripeOn)}.`
