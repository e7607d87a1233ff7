/** Small archives and workbooks as programs write them, and as no program should. */
import { deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content: string | Uint8Array
  /** Bytes the archive claims for it; its own number otherwise. */
  claimed?: number
  isEncrypted?: boolean
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** A deflated archive of these files. */
export function archive(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = bytesOf(part.content)
    const packed = deflateRawSync(content)
    const name = Buffer.from(part.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(part.isEncrypted ? 1 : 0, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(part.claimed ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2]), Buffer.from([20, 0]), shared, rest, name]),
    )
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]))
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook whose sheets have these names and rows of XML. */
export function workbook(sheets: Readonly<Record<string, string>>): Part[] {
  const names = Object.keys(sheets)
  const links = names.map(
    (_, at) =>
      `<Relationship Id="r${at}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const listed = names.map(
    (name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`,
  )
  return [
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${links.join('')}</Relationships>`,
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `<worksheet xmlns="${NAMESPACE}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
  ]
}

export const textCell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

export const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string): File =>
  new File([bytes], name)
