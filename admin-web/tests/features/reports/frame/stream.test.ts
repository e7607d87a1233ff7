// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/problem'
import { streamReport } from '@/features/reports/frame/stream'
import { answering, refusal } from '../../../server'
import { Stream } from '../reports'

afterEach(() => vi.unstubAllGlobals())

function started(stream: Stream) {
  const abort = new AbortController()
  const seen: number[] = []
  const run = { signal: abort.signal, onProgress: (share: number) => seen.push(share) }
  const answer = streamReport<{ a: string }>('overview', 'from=1', run)
  answer.catch(() => undefined)
  return { answer, abort, seen, stream }
}

test('lines are read as they come, however they are cut', async () => {
  const { answer, seen, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  stream.send('{"progress":0.25}\n{"prog')
  stream.send('ress":0.5}\n\n{"result":{"a":"ü')
  stream.send('ber"}}\n')
  expect(await answer).toEqual({ a: 'über' })
  expect(seen).toEqual([0.25, 0.5])
  expect(stream.calls[0]?.path).toBe('/api/staff/reports/overview?from=1')
  expect(stream.calls[0]?.headers.get('Accept')).toBe('application/x-ndjson')
})

test('a letter cut in half between two pieces stays whole', async () => {
  const { answer, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  const bytes = new TextEncoder().encode('{"result":{"a":"ü"}}\n')
  for (const byte of bytes) stream.sendBytes(new Uint8Array([byte]))
  expect(await answer).toEqual({ a: 'ü' })
})

test('a last line without an end counts', async () => {
  const { answer, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  stream.send('{"result":{"a":"b"}}')
  stream.end()
  expect(await answer).toEqual({ a: 'b' })
})

test('a problem after the first line is an error with its German sentence', async () => {
  const { answer, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  stream.line({ progress: 0.5 })
  stream.line({ problem: { code: 'unavailable', title: '', status: 503 } })
  const error = await answer.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).status).toBe(503)
})

test('a refusal before the first line is one, too', async () => {
  answering(refusal(422, 'invalid'))
  const run = { signal: new AbortController().signal, onProgress: () => undefined }
  await expect(streamReport('overview', '', run)).rejects.toMatchObject({ status: 422 })
})

test('a connection that ends without a result is a fault of the network', async () => {
  const { answer, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  stream.line({ progress: 0.9 })
  stream.end()
  await expect(answer).rejects.toMatchObject({ code: 'network' })
})

test('stopping closes the connection', async () => {
  const { answer, abort, stream } = started(new Stream())
  await vi.waitFor(() => expect(stream.calls).toHaveLength(1))
  abort.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(stream.calls[0]?.signal.aborted).toBe(true)
})
