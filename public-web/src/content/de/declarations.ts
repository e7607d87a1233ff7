import { paths } from '@/lib/paths'

/** Headings until the server's part is there; its sentences stand in its own templates. */
export const declarationTitles: Readonly<Record<string, string>> = {
  [paths.withdrawal]: 'Vertrag widerrufen',
  [paths.cancellation]: 'Verträge hier kündigen',
}
