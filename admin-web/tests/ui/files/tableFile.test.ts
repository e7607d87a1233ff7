import { describe, expect, it } from 'vitest'
import { readTableFile, type TableFile } from '@/ui/files/tableFile'
import { archive, fileOf, textCell, workbook } from './workbook'

const OPTIONS = { largest: 10 * 1024 * 1024, numberText: String }

async function read(bytes: Uint8Array<ArrayBuffer>, name = 'liste.xlsx'): Promise<TableFile> {
  return readTableFile(fileOf(bytes, name), OPTIONS)
}

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

  it('with a formula that was never computed is refused, one that gives nothing is not', async () => {
    const bookWith = (formula: string) =>
      archive(
        workbook({
          Liste: `<row r="1">${textCell('A1', 'Telefon')}</row><row r="2">${formula}</row>`,
        }),
      )
    await expect(read(bookWith('<c r="A2" t="str"><f>"0172"&amp;"1"</f></c>'))).rejects.toThrow(
      'In der Zelle A2 steht eine Formel ohne Ergebnis.',
    )
    const { sheets } = await read(bookWith('<c r="A2" t="str"><f>""</f><v></v></c>'))
    expect(sheets[0]?.text).toContain('Telefon')
  })
})
