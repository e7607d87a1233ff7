import { describe, expect, it } from 'vitest'
import { SENTENCES } from '@/ui/files/kinds'
import { readTableFile, refusalWords, type TableFile } from '@/ui/files/tableFile'
import { archive, fileOf, textCell, workbook } from './workbook'

const OPTIONS = { largest: 10 * 1024 * 1024, numberText: String }
const text = (content: string) => new TextEncoder().encode(content)
const old = (more: string) =>
  new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...wide(more)])
const wide = (content: string) => [...content].flatMap((letter) => [letter.charCodeAt(0), 0])
const simple = workbook({ Liste: `<row r="1">${textCell('A1', 'Name')}</row>` })

async function read(bytes: Uint8Array<ArrayBuffer>, name = 'liste.xlsx'): Promise<TableFile> {
  return readTableFile(fileOf(bytes, name), OPTIONS)
}

const told = (bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<string> =>
  read(bytes, name).then(
    () => 'read',
    (error: unknown) => refusalWords(error),
  )

describe('a hostile file', () => {
  const bomb = new Uint8Array(80 * 1024 * 1024)
  it.each([
    ['empty', new Uint8Array(), SENTENCES.empty],
    ['blank', text(' \r\n\r\n'), SENTENCES.empty],
    ['of an old Excel, named anew', old('Workbook'), SENTENCES.oldExcel],
    ['with a password', old('EncryptedPackage'), SENTENCES.password],
    [
      'encrypted as an archive',
      archive(simple.map((part) => ({ ...part, isEncrypted: true }))),
      SENTENCES.password,
    ],
    ['of HTML, named .xls', text('<html><table><tr><td>Name'), SENTENCES.page],
    ['of an XML workbook', text('\ufeff<?xml version="1.0"?><Workbook/>'), SENTENCES.page],
    ['of PDF', text('%PDF-1.7'), SENTENCES.other],
    ['of LibreOffice', archive([{ name: 'content.xml', content: '<x/>' }]), SENTENCES.openOffice],
    ['of the binary kind', archive([{ name: 'xl/workbook.bin', content: 'x' }]), SENTENCES.binary],
    ['without a table', archive([{ name: 'foto.xml', content: 'x' }]), SENTENCES.archive],
    ['cut off', archive(simple).slice(0, 300), SENTENCES.damaged],
    [
      'with a broken sheet',
      archive([
        ...simple.slice(0, 2),
        { name: 'xl/worksheets/sheet1.xml', content: '<worksheet><sheetData><row' },
      ]),
      SENTENCES.damaged,
    ],
    [
      'that is a bomb',
      archive([...simple, { name: 'xl/bomb.xml', content: bomb }]),
      SENTENCES.unpacked,
    ],
    [
      'that is a bomb and claims to be small',
      archive([...simple, { name: 'xl/bomb.xml', content: bomb, claimed: 10 }]),
      SENTENCES.unpacked,
    ],
    [
      'that claims a gigabyte',
      archive([...simple, { name: 'xl/large.xml', content: 'x', claimed: 1024 ** 3 }]),
      SENTENCES.unpacked,
    ],
    [
      'with a cell in the last column',
      archive(workbook({ Liste: `<row r="1">${textCell('XFD1', 'x')}</row>` })),
      'Das Blatt hat mehr als 256 Spalten.',
    ],
    [
      'with a cell in the last row',
      archive(workbook({ Liste: `<row r="1048576">${textCell('A1048576', 'x')}</row>` })),
      'Das Blatt reicht über mehr als 25.000 Zeilen. Bitte teilen Sie es auf.',
    ],
    ['whose sheets are empty', archive(workbook({ Liste: '' })), SENTENCES.empty],
  ])('%s is refused in German', async (_, bytes, sentence) => {
    expect(await told(bytes)).toBe(sentence)
  })

  it('beyond the limit is not read at all', async () => {
    const large = { name: 'x.csv', size: 11 * 1024 * 1024 } as File
    await expect(readTableFile(large, OPTIONS)).rejects.toThrow('größer als 10 MB')
  })
})

describe('a workbook', () => {
  it('gives its filled sheets, cached values, gaps and hidden rows', async () => {
    const rows = [
      `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Telefon')}</row>`,
      `<row r="3" hidden="1">${textCell('A3', 'zwei\nZeilen\tund „Tab“')}<c r="B3"><v>17112345678</v></c></row>`,
      '<row r="4"><c r="A4" t="str"><f>HYPERLINK("x")</f><v>Summe</v></c></row>',
    ]
    const book = archive(workbook({ Leer: '', Liste: rows.join(''), Mehr: rows[0] ?? '' }))
    const { sheets, encoding } = await read(book, 'liste.xlsm')
    expect(encoding).toBe('Excel')
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Liste', 1],
      ['Mehr', 0],
    ])
    expect(sheets[0]?.text).toBe(
      'Name\tTelefon\n\t\n"zwei\vZeilen\tund „Tab“"\t17112345678\nSumme\t',
    )
    expect(sheets[0]?.rows).toBe(3)
  })
})
