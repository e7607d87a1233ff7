import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '@/api/problem'
import { contentOf } from '@/ui/files/content'
import { type TableFile, useTableFile } from '@/ui/files/useTableFile'

const fileWith = (text: string): TableFile => ({
  encoding: 'UTF-8',
  sheets: [{ name: '', text, rows: 1, hidden: 0 }],
})

it('sends the bytes of a file and none of one that is too large', async () => {
  expect(await contentOf(new File(['\u00fc'], 'a.csv'), 2)).toBe(btoa('\xc3\xbc'))
  const { result } = renderHook(useTableFile)
  const large = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'a.csv')
  await act(async () => {
    await result.current.read(async () => fileWith(await contentOf(large, 2 * 1024 * 1024)))
  })
  expect(result.current.unreadable).toBe('Die Datei ist größer als 2 MB. Bitte teilen Sie sie auf.')
})

it('tells why the server could not read a file, until the next one is chosen', async () => {
  const { result } = renderHook(useTableFile)
  const errors = [{ field: 'content', code: 'empty', message: 'Die Datei ist leer.' }]
  const refused = new ApiError({ code: 'validation_failed', title: '', status: 422, errors })
  await act(async () => {
    await result.current.read(() => Promise.reject(refused))
  })
  expect(result.current).toMatchObject({ unreadable: 'Die Datei ist leer.', isReading: false })
  await act(async () => {
    await result.current.read(async () => fileWith('a'))
  })
  expect(result.current.unreadable).toBeNull()
})

it('keeps nothing of a file that is read after another one was chosen', async () => {
  const { result } = renderHook(useTableFile)
  let finish = (_: TableFile) => {}
  const slow = new Promise<TableFile>((resolve) => {
    finish = resolve
  })
  await act(async () => {
    const first = result.current.read(() => slow)
    const second = result.current.read(async () => fileWith('second'))
    finish(fileWith('first'))
    expect(await first).toBeNull()
    expect((await second)?.sheets[0]?.text).toBe('second')
  })
})
