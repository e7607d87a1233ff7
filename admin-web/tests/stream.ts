import type { LiveMessage } from '@/api/live/source'

/** The browser's end of the live stream, which a test opens, breaks and lets speak; stubs `EventSource`. */
export class Line {
  static readonly CLOSED = 2
  static all: Line[] = []
  readyState = 1
  onopen = () => {}
  onerror = () => {}
  onmessage = (_event: { data: string }) => {}
  constructor(readonly address: string) {
    Line.all.push(this)
  }
  close() {
    this.readyState = Line.CLOSED
  }
  say(message: LiveMessage) {
    this.onmessage({ data: JSON.stringify(message) })
  }
}
