import { formatNumber } from '@/lib/format'

/** Why a file is not even sent, in German. */
export class TooLarge extends Error {}

const MEGABYTE = 1024 * 1024

/** The bytes of a chosen file for the server; throws where there are more than `largest`. */
export async function contentOf(file: File, largest: number): Promise<string> {
  if (file.size > largest)
    throw new TooLarge(
      `Die Datei ist größer als ${formatNumber(largest / MEGABYTE)} MB. Bitte teilen Sie sie auf.`,
    )
  return base64Of(file)
}

export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
