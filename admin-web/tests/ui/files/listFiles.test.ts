/** Every file of the table that the server's reading is held to as well. */
import { describe, expect, it } from 'vitest'
import { readTableFile, refusalWords } from '@/ui/files/tableFile'
import { bytesOf, expanded, LIST_FILES, type ListFile } from './listFile'
import { fileOf } from './workbook'

const OPTIONS = { largest: 10 * 1024 * 1024, numberText: String }

/** The text that goes to the server and its encoding, or why the file is refused. */
const read = (file: ListFile) =>
  readTableFile(fileOf(bytesOf(file), file.name ?? 'liste.csv'), OPTIONS).then(
    ({ sheets, encoding }) => ({ text: sheets[0]?.text, encoding }),
    (error: unknown) => ({ refused: refusalWords(error) }),
  )

describe('the browser', () => {
  it.each(LIST_FILES.map((file) => [file.what, file] as const))('reads: %s', async (_, file) => {
    const text = expanded(file.sent ?? file.text ?? '', file.delimiter)
    const expected = file.refused ? { refused: file.refused } : { text, encoding: file.read }
    expect(await read(file)).toEqual(expected)
  })
})
