import { vi } from 'vitest'
import type { ReportDocument } from '@/features/reports/frame/document'
import { callOf } from '../../server'

type Column = ReportDocument['tables'][string]['columns'][number]

/** A column of a table, of no metric and ripe at once. */
export const column = (
  name: string,
  kind: Column['kind'],
  label: string,
  meaning = '',
): Column => ({ name, kind, label, meaning, ripe_on: null, metric: '' })

/** A report as the server answers it, with one table of two days. */
export const overview: ReportDocument = {
  report: 'overview',
  title: 'Überblick',
  question: 'Was kommt, was kostet es, was bleibt?',
  parameters: { from: '2026-11-20', to: '2026-11-21', compare: 'previous' },
  compared: { from: '2026-11-13', to: '2026-11-14' },
  stand: {
    at: '2026-11-21T20:00:00Z',
    visits: 110_234,
    reservations: 620,
    known_from: null,
    provisional: '',
    behind_seconds: null,
    version: '1',
  },
  tables: {
    days: {
      title: 'Nach Tagen',
      sentence: 'An zwei Tagen kamen 30 Besucher.',
      total_rows: 2,
      columns: [
        column('day', 'day', 'Tag', 'Tag in Berlin'),
        column('visitors', 'count', 'Besucher', 'Menschen, die da waren.'),
        column('cost', 'cents', 'Kosten', 'Was eingetragen ist.'),
      ],
      rows: [
        { day: '2026-11-20', visitors: 12, visitors_before: 10, cost: null, cost_before: 5 },
        { day: '2026-11-21', visitors: 18, visitors_before: 20, cost: 4990, cost_before: 0 },
      ],
      charts: [],
    },
  },
}

type Chart = ReportDocument['tables'][string]['charts'][number]

/** Bars of two items, one of which stands for a row of the table. */
export const bars = (changes: Partial<Chart> = {}): Chart => ({
  kind: 'bars',
  title: 'Besucher',
  measure: 'count',
  choice: '',
  more: '',
  is_from_zero: true,
  points: ['Direkt', 'Newsletter'].map((name, row) => ({
    name,
    axis: name,
    at: row,
    words: `${row + 2} Besucher`,
    row,
    first: null,
    last: null,
    unfinished: false,
  })),
  lines: [{ label: 'Besucher', look: 'solid', values: [2, 3] }],
  ...changes,
})

/** A call of the server that is answered line by line, when the test says so. */
export class Stream {
  readonly calls: { path: string; signal: AbortSignal; headers: Headers }[] = []
  private controllers: ReadableStreamDefaultController<Uint8Array>[] = []

  constructor() {
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const { method, path, body, headers } = await callOf(input, init)
      if (!path.startsWith('/api/staff/reports/')) {
        this.others.push({ method, path, body })
        return Response.json({ data: this.segments })
      }
      const signal = init?.signal as AbortSignal
      this.calls.push({ path, signal, headers })
      return new Response(this.body(signal))
    })
  }

  /** What pages ask besides: segments, and changes of them. */
  readonly others: { method: string; path: string; body: unknown }[] = []
  segments: object[] = []

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
