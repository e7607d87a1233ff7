import { vi } from 'vitest'
import type { ReportDocument } from '@/features/reports/frame/document'

/** A report as the server answers it, with one table of two days. */
export const overview: ReportDocument = {
  report: 'overview',
  title: 'Überblick',
  question: 'Was kommt, was kostet es, was bleibt?',
  parameters: { from: '2026-11-20', to: '2026-11-21', compare: 'previous' },
  compared: { from: '2026-11-13', to: '2026-11-14' },
  stand: { at: '2026-11-21T20:00:00Z', visits: 110_234, reservations: 620 },
  tables: {
    days: {
      title: 'Nach Tagen',
      sentence: 'An zwei Tagen kamen 30 Besucher.',
      total_rows: 2,
      columns: [
        { name: 'day', kind: 'day', label: 'Tag', meaning: 'Tag in Berlin' },
        { name: 'visitors', kind: 'count', label: 'Besucher', meaning: 'Menschen, die da waren.' },
        { name: 'cost', kind: 'cents', label: 'Kosten', meaning: 'Was eingetragen ist.' },
      ],
      rows: [
        { day: '2026-11-20', visitors: 12, visitors_before: 10, cost: null, cost_before: 5 },
        { day: '2026-11-21', visitors: 18, visitors_before: 20, cost: 4990, cost_before: 0 },
      ],
    },
  },
}

/** A call of the server that is answered line by line, when the test says so. */
export class Stream {
  readonly calls: { path: string; signal: AbortSignal; headers: Record<string, string> }[] = []
  private controllers: ReadableStreamDefaultController<Uint8Array>[] = []

  constructor() {
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!path.startsWith('/api/staff/reports/')) return this.other(path, init)
      const signal = init.signal as AbortSignal
      this.calls.push({ path, signal, headers: init.headers as Record<string, string> })
      return new Response(this.body(signal))
    })
  }

  /** What pages ask besides: segments, and changes of them. */
  readonly others: { method: string; path: string; body: unknown }[] = []
  segments: object[] = []

  private other(path: string, init: RequestInit): Response {
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body))
    this.others.push({ method: String(init.method), path, body })
    return new Response(JSON.stringify({ data: this.segments }))
  }

  private body(signal: AbortSignal) {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controllers.push(controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
  }

  /** Sends text to the latest call; lines may come in pieces. */
  send(text: string): void {
    this.sendBytes(new TextEncoder().encode(text))
  }

  sendBytes(bytes: Uint8Array): void {
    this.controllers.at(-1)?.enqueue(bytes)
  }

  line(content: object): void {
    this.send(`${JSON.stringify(content)}\n`)
  }

  end(): void {
    this.controllers.at(-1)?.close()
  }
}
