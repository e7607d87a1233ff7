import { staffPath } from '@/api/dataProvider'
import { ApiError, networkError, type ProblemDocument, problemFrom } from '@/api/problem'

interface Line {
  progress?: number
  result?: unknown
  problem?: ProblemDocument
}

interface Run {
  signal: AbortSignal
  /** How much of it is done, 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Runs a report and follows it line by line. Closing the connection by `signal` stops the run on the
 * server, too. Throws `ApiError` for every refusal, before the first line or after it.
 */
export async function streamReport<T>(name: string, query: string, run: Run): Promise<T> {
  const response = await fetch(`${staffPath('reports', name)}?${query}`, {
    credentials: 'same-origin',
    headers: { Accept: 'application/x-ndjson' },
    signal: run.signal,
  }).catch((error: unknown) => {
    if (run.signal.aborted) throw error
    throw networkError()
  })
  if (!response.ok) throw await problemFrom(response)
  for await (const text of linesOf(response, run.signal)) {
    const line = JSON.parse(text) as Line
    if (line.problem) throw new ApiError(line.problem)
    if (line.result !== undefined) return line.result as T
    if (line.progress !== undefined) run.onProgress(line.progress)
  }
  throw networkError()
}

/** The lines of an answer as they come. A connection lost half-way is an error of the network. */
export async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += decoder.decode(value, { stream: !done })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line.trim())
      if (done) break
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw networkError()
  } finally {
    reader.cancel().catch(() => undefined)
  }
  if (rest.trim()) yield rest
}
