/** Archives as workbooks are: unpacked within a limit, whatever they claim of themselves. */

/** What is wrong with an archive. */
export type ArchiveFault = 'damaged' | 'encrypted' | 'too-large'

export class ArchiveError extends Error {
  constructor(readonly fault: ArchiveFault) {
    super(fault)
  }
}

interface Entry {
  name: string
  method: number
  size: number
  /** Where its local header begins, and how many packed bytes follow that. */
  offset: number
  packed: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8
const MOST_ENTRIES = 2000

/** The names of an archive's files; throws where it has no readable directory. */
export const namesIn = (bytes: Uint8Array): string[] => entriesOf(bytes).map(({ name }) => name)

/**
 * The files whose name is wanted, unpacked to `most` bytes together. A file that is larger than it
 * claims ends there too: it is read as a stream and given up at the limit.
 */
export async function unpacked(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<Map<string, Uint8Array>> {
  const wanted = entriesOf(bytes).filter(({ name }) => isWanted(name))
  if (wanted.reduce((sum, { size }) => sum + size, 0) > most) throw new ArchiveError('too-large')
  const found = new Map<string, Uint8Array>()
  let left = most
  for (const entry of wanted) {
    const content = await contentOf(bytes, entry, left)
    left -= content.length
    found.set(entry.name, content)
  }
  return found
}

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(view)
    const count = Math.min(view.getUint16(end + 10, true), MOST_ENTRIES)
    const entries: Entry[] = []
    let at = view.getUint32(end + 16, true)
    for (let index = 0; index < count; index += 1) {
      const entry = entryAt(view, bytes, at)
      entries.push(entry.read)
      at = entry.next
    }
    return entries
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged')
  }
}

/** Where the archive's directory is described: at its very end, before a comment at most. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END) return at
  throw new ArchiveError('damaged')
}

function entryAt(view: DataView, bytes: Uint8Array, at: number): { read: Entry; next: number } {
  if (view.getUint32(at, true) !== CENTRAL) throw new ArchiveError('damaged')
  if (view.getUint16(at + 8, true) & ENCRYPTED) throw new ArchiveError('encrypted')
  const length = view.getUint16(at + 28, true)
  const beside = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  const start = at + 46
  const read = {
    name: new TextDecoder().decode(bytes.subarray(start, start + length)),
    method: view.getUint16(at + 10, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  }
  return { read, next: start + length + beside }
}

async function contentOf(bytes: Uint8Array, entry: Entry, most: number): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== LOCAL)
    throw new ArchiveError('damaged')
  const lengths = view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  const start = entry.offset + 30 + lengths
  if (start + entry.packed > bytes.length) throw new ArchiveError('damaged')
  const packed = bytes.slice(start, start + entry.packed)
  if (entry.method === STORED) {
    if (packed.length > most) throw new ArchiveError('too-large')
    return packed
  }
  if (entry.method !== DEFLATED) throw new ArchiveError('damaged')
  return inflated(packed, most)
}

async function inflated(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length
      if (size > most) throw new ArchiveError('too-large')
      parts.push(part.value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged')
  }
  return joined(parts, size)
}

/**
 * An archive of the same files without compression. The reader of workbooks would unpack large ones
 * in a worker made of text, which the console's policy forbids.
 */
export function stored(files: ReadonlyMap<string, Uint8Array>): ArrayBuffer {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of files) {
    const title = new TextEncoder().encode(name)
    const local = header(LOCAL, 30, title, content.length)
    const central = header(CENTRAL, 46, title, content.length)
    new DataView(central.buffer).setUint32(42, offset, true)
    parts.push(local, content)
    directory.push(central)
    offset += local.length + content.length
  }
  const end = new DataView(new ArrayBuffer(END_SIZE))
  end.setUint32(0, END, true)
  end.setUint16(8, directory.length, true)
  end.setUint16(10, directory.length, true)
  end.setUint32(12, lengthOf(directory), true)
  end.setUint32(16, offset, true)
  const all = [...parts, ...directory, new Uint8Array(end.buffer)]
  return joined(all, lengthOf(all)).buffer
}

/** Both kinds of header hold the sizes and the name in the same order, from different places on. */
function header(kind: number, size: number, title: Uint8Array, length: number) {
  const bytes = new Uint8Array(size + title.length)
  const view = new DataView(bytes.buffer)
  const sizes = kind === LOCAL ? 18 : 20
  view.setUint32(0, kind, true)
  view.setUint32(sizes, length, true)
  view.setUint32(sizes + 4, length, true)
  view.setUint16(sizes + 8, title.length, true)
  bytes.set(title, size)
  return bytes
}

const lengthOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Uint8Array[], size: number) {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
