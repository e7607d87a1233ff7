import { describe, expect, it } from 'vitest'
import {
  laterWords,
  leaveWords,
  leftIn,
  leftWords,
  minutesLeft,
  sendWords,
  withTemplate,
} from '@/features/messages/composer/compose'
import { neighboursOf, waitWords } from '@/features/messages/message'

const NOW = new Date('2026-11-25T09:22:00Z')
const DRAFT = { subject: 'Re: Umzug', text: '', key: 'k', sendAt: '' }
const TEMPLATE = { subject: 'Ihr Platz', text: 'Ihr Platz {platz} bleibt.' }

describe('what stops a message', () => {
  it('is every field and every single brace, each once', () => {
    expect(leftIn('Zu {platz}', '{rate} {rate} und { oder }')).toEqual([
      '{platz}',
      '{rate}',
      '{ oder }',
    ])
    expect(leftIn('offen {', 'zu }')).toEqual(['{', '}'])
    expect(leftIn('Re: Umzug', 'Guten Tag')).toEqual([])
  })
})

describe('a template', () => {
  it('fills an empty text and goes behind what was typed', () => {
    expect(withTemplate(DRAFT, TEMPLATE, true)).toEqual({ ...DRAFT, text: TEMPLATE.text })
    const typed = withTemplate({ ...DRAFT, text: 'Guten Tag,\n' }, TEMPLATE, true)
    expect(typed.text).toBe('Guten Tag,\n\nIhr Platz {platz} bleibt.')
  })

  it('names a first message, and never an answer', () => {
    expect(withTemplate({ ...DRAFT, subject: '' }, TEMPLATE, false).subject).toBe('Ihr Platz')
    expect(withTemplate(DRAFT, TEMPLATE, false).subject).toBe('Re: Umzug')
    expect(withTemplate(DRAFT, TEMPLATE, true).subject).toBe('Re: Umzug')
  })
})

describe('when it leaves', () => {
  it('is said in Berlin before and after sending', () => {
    expect(sendWords(DRAFT, NOW, 10)).toBe('Senden, geht um 10:32 hinaus')
    expect(sendWords({ sendAt: '2026-12-04T09:00' }, NOW, 10)).toBe('Senden am 4.12. um 09:00')
    expect(laterWords('2026-12-24T14:30')).toBe('am 24.12. um 14:30')
    expect(leaveWords('2026-11-25T09:32:00Z', NOW)).toBe('Geht um 10:32 hinaus.')
    expect(leaveWords('2026-12-04T08:00:00Z', NOW)).toBe('Geht am 04.12.2026 um 09:00 hinaus.')
  })

  it('counts a part of a minute whole, and never below nothing', () => {
    expect(minutesLeft('2026-11-25T09:25:01Z', NOW)).toBe(4)
    expect(minutesLeft('2026-11-25T09:21:00Z', NOW)).toBe(0)
    expect([leftWords(0), leftWords(1), leftWords(6)]).toEqual([
      'Gleich.',
      'Noch eine Minute.',
      'Noch 6 Minuten.',
    ])
  })
})

describe('the inbox', () => {
  it('counts waiting in days of Berlin', () => {
    expect(waitWords('2026-11-24T23:30:00Z', NOW)).toBe('heute')
    expect(waitWords('2026-11-24T22:30:00Z', NOW)).toBe('1 Tag')
    expect(waitWords('2026-11-22T09:00:00Z', NOW)).toBe('3 Tage')
  })

  it('leads from one that waits to the next, and from any other to the first', () => {
    expect(neighboursOf([4, 7, 9], 7)).toEqual({
      previous: 4,
      next: 9,
      words: 'Zu beantworten, 2 von 3',
    })
    expect(neighboursOf([4, 7], 5).next).toBe(4)
    expect(neighboursOf([], 5).next).toBeUndefined()
  })
})
