import { describe, expect, it } from 'vitest'
import {
  exampleCall,
  lastDay,
  type MachineToken,
  scopeWords,
} from '@/features/integrations/tokens/token'
import {
  deliveryMark,
  eventsWords,
  groupedEvents,
  readable,
  stateWords,
  subjectPath,
  tookWords,
  type Webhook,
} from '@/features/integrations/webhooks/webhook'

const WEBHOOK: Webhook = {
  id: 1,
  name: 'Buchhaltung',
  url: 'https://hooks.example.org/',
  host: 'hooks.example.org',
  events: ['reservation.created'],
  state: 'active',
  paused: null,
  failing_since: null,
  next_attempt_at: null,
  last: null,
  waiting: 0,
  failed: 0,
  delivered: 0,
  secrets: [],
  created_at: '2026-11-03T10:30:00Z',
  created_by_name: 'Miriam Falk',
  version: 1,
}
const at = (moment: string) => moment.slice(0, 10)

describe('how a webhook goes', () => {
  it('asks for a test as long as nothing was sent', () => {
    expect(stateWords(WEBHOOK, at)).toContain('Testereignis')
  })

  it('says who paused it, and why where that was the system', () => {
    const paused = { at: '2026-11-04T00:00:00Z', by_system: true, by_name: null, reason: 'Grund.' }
    expect(stateWords({ ...WEBHOOK, paused }, at)).toMatch(
      /^Seit 2026-11-04 angehalten, von selbst\. Grund\. /,
    )
    const byHand = { ...paused, by_system: false, by_name: 'Kim', reason: null }
    expect(stateWords({ ...WEBHOOK, paused: byHand }, at)).toContain('von Kim.')
  })

  it('says since when nothing arrives, and what came back last', () => {
    const last = { at: '2026-11-04T00:00:00Z', status: 500, words: 'Antwort 500.' }
    const failing = { ...WEBHOOK, failing_since: '2026-11-03T00:00:00Z', last }
    expect(stateWords(failing, at)).toBe('Seit 2026-11-03 kommt nichts an. Antwort 500.')
  })
})

describe('deliveries', () => {
  it('tells one that failed for now from one that nobody has tried', () => {
    expect(deliveryMark({ state: 'waiting', attempts: 0 }).label).toBe('Wartet')
    expect(deliveryMark({ state: 'waiting', attempts: 2 }).label).toBe('Wird erneut versucht')
    expect(deliveryMark({ state: 'failed', attempts: 12 }).label).toBe('Nicht zugestellt')
  })

  it('leads to reservations only', () => {
    expect(subjectPath('reservation:17')).toBe('/reservations/17/show')
    expect(subjectPath('webhook:1')).toBeNull()
  })

  it('indents JSON and leaves the rest as it is', () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(readable('{')).toBe('{')
  })

  it('counts in words', () => {
    expect(eventsWords(13, 13)).toBe('alle Ereignisse')
    expect(eventsWords(1, 13)).toBe('1 Ereignis')
    expect(tookWords(87)).toBe('87\u00a0ms')
    expect(tookWords(4240)).toBe('4,2\u00a0s')
    const types = (['reservation.created', 'report_run.failed', 'alert.opened'] as const).map(
      (type) => ({
        type,
        words: '',
      }),
    )
    expect(groupedEvents(types).map(([, group]) => group.length)).toEqual([1, 1, 1])
  })
})

describe('tokens', () => {
  const token = { schedules: [1, 9] } as MachineToken
  it('names the reports it reads, and those that are gone by their number', () => {
    expect(scopeWords(token, [{ id: 1, name: 'Wochenüberblick' }])).toBe('Wochenüberblick, Plan 9')
    expect(scopeWords({ ...token, schedules: null }, [])).toBe('alle regelmäßigen Berichte')
  })

  it('ends with its last day in Berlin', () => {
    expect(lastDay('2027-03-31T22:00:00Z')).toBe('2027-03-31T21:59:59.000Z')
  })

  it('never writes the token into the example', () => {
    expect(exampleCall('https://voltigo.example', 7)).toContain('$VOLTIGO_TOKEN')
    expect(exampleCall('https://voltigo.example', 7)).toContain('/api/reports/7/runs/')
  })
})
