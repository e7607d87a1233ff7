/** The text of a file and the encoding in which it was read. */
export interface DecodedText {
  text: string
  encoding: string
}

/** By how many characters is looked whether every other byte is empty. */
const PROBED = 2000

/**
 * The text of a file: UTF-16 as ad platforms write "Excel .csv", else UTF-8, and where it is none
 * of these, the Windows-1252 of German Excel. A byte order mark is left out.
 */
export function decoded(bytes: ArrayBuffer): DecodedText {
  const wide = utf16(new Uint8Array(bytes))
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Which UTF-16 it is: told by its mark, or by the empty half of Latin characters. */
function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const probe = bytes.subarray(0, PROBED)
  const isMostlyEmpty = (offset: 0 | 1) => {
    const half = probe.filter((_, place) => place % 2 === offset)
    return half.length > 1 && half.filter((byte) => byte === 0).length > half.length / 2
  }
  if (isMostlyEmpty(1)) return 'utf-16le'
  return isMostlyEmpty(0) ? 'utf-16be' : null
}
