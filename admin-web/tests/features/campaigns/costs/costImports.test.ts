// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { byUrgency, checkWords } from '@/features/campaigns/costs/files/CheckResult'
import { reasonAgainst } from '@/features/campaigns/costs/files/ConfirmImport'
import { type CheckedRow, UNDECIDED, withLine } from '@/features/campaigns/costs/files/costImport'
import { importedWords } from '@/features/campaigns/costs/files/ImportDone'
import { questionWords } from '@/features/campaigns/costs/files/questions/OpenQuestions'
import { germanCents, signedCents, typedEuros } from '@/lib/germanNumber'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const totals = {
  lines: 2,
  rows: 2,
  cents: 2500,
  problems: 0,
  notices: 0,
  overlaps: 0,
  skipped: 0,
  repeated: 0,
  left_out: 0,
  credits: 0,
  credit_cents: 0,
  clicks: null,
  impressions: null,
  clicked_cents: 0,
}

const checked = { totals, questions: [], not_taken: null }
const of = (change: Partial<typeof totals>) => ({ ...checked, totals: { ...totals, ...change } })
const reading = (value: string, cents: number, day = '2026-03-10') => ({
  value,
  cents,
  first_day: day,
  last_day: day,
})
const doubt = {
  about: 'number_format' as const,
  column: 'Kosten',
  readings: [reading('de', 357900), reading('en', 358)],
}

it('a line is left out and taken in again', () => {
  const without = withLine(withLine(UNDECIDED, 3, true), 7, true)
  expect(without.leave_out).toEqual([3, 7])
  expect(withLine(without, 3, false).leave_out).toEqual([7])
})

describe('the check of a file', () => {
  it('is told in sentences', () => {
    expect(plain(checkWords(checked))).toBe(
      '2 Zeilen mit 2 Beträgen, zusammen 25,00 €. Alles passt.',
    )
    expect(plain(checkWords(of({ lines: 3, rows: 1, problems: 2, overlaps: 1, skipped: 1 })))).toBe(
      '3 Zeilen mit einem Betrag, zusammen 25,00 €. Eine Summenzeile übergangen. 2 Zeilen brauchen Ihren Blick. An einem Tag steht schon ein Betrag.',
    )
  })

  it('never says that all is well above a doubt', () => {
    expect(plain(checkWords({ ...checked, questions: [doubt] }))).toBe(
      '2 Zeilen mit 2 Beträgen. Bevor wir sie einlesen, brauchen wir eine Antwort von Ihnen.',
    )
    expect(plain(checkWords(of({ notices: 2 })))).toBe(
      '2 Zeilen mit 2 Beträgen, zusammen 25,00 €. 2 Zeilen haben einen Hinweis.',
    )
    expect(plain(checkWords({ ...checked, not_taken: 'Kosten brutto' }))).toContain(
      'Gezählt wird ohne Umsatzsteuer, „Kosten brutto“ bleibt außen vor.',
    )
  })

  it('asks once, with what each answer comes to', () => {
    expect(plain(questionWords(doubt))).toBe(
      '3.579,00 € oder 3,58 €? Die Zahlen in „Kosten“ lassen sich auf zwei Arten lesen.',
    )
    expect(
      questionWords({
        about: 'day_format',
        column: 'Tag',
        readings: [reading('de', 1, '2025-10-03'), reading('us', 1, '2025-03-10')],
      }),
    ).toBe('03.10.2025 oder 10.03.2025? Die Tage in „Tag“ lassen sich auf zwei Arten lesen.')
    const month = { ...reading('True', 3100, '2026-03-01'), last_day: '2026-03-31' }
    expect(questionWords({ about: 'is_spread', column: 'Kosten', readings: [month] })).toContain(
      '01.03.2026 bis 31.03.2026',
    )
    expect(
      questionWords({ about: 'amount', column: 'Kosten brutto', readings: [reading('2', 1)] }),
    ).toContain('Sind die Beträge in „Kosten brutto“ die Kosten ohne Umsatzsteuer?')
  })

  it('shows what needs looking at first', () => {
    const row = (line: number, more: Partial<CheckedRow> = {}): CheckedRow => ({
      line,
      name: 'Herbst',
      campaign_id: 1,
      campaign_name: 'Herbst',
      day: '2026-11-01',
      last_day: null,
      cents: 100,
      currency: 'EUR',
      amount: 100,
      clicks: null,
      impressions: null,
      problem: null,
      notice: null,
      overlaps: null,
      is_left_out: false,
      left_out: null,
      ...more,
    })
    const remark = { code: 'x', message: 'y' }
    const rows = [
      row(2),
      row(3, { notice: remark }),
      row(4, { overlaps: { cents: 1, import_id: null } }),
      row(5, { problem: remark }),
      row(6),
    ]
    expect(byUrgency(rows).map(({ line }) => line)).toEqual([5, 4, 3, 2, 6])
  })

  it('says why a file cannot be taken over', () => {
    expect(reasonAgainst(checked, 'refuse')).toBeNull()
    expect(reasonAgainst({ ...checked, questions: [doubt] }, 'replace')).toContain('beantworten')
    expect(reasonAgainst(of({ problems: 1 }), 'replace')).toContain('lassen Sie die Zeilen aus')
    expect(reasonAgainst(of({ overlaps: 1 }), 'refuse')).toContain('doppelten Tagen')
    expect(reasonAgainst(of({ overlaps: 1 }), 'keep')).toBeNull()
    expect(reasonAgainst(of({ rows: 0 }), 'keep')).toContain('nichts')
  })

  it('and what came of it', () => {
    expect(plain(importedWords({ id: 7, rows: 1, cents: 100, kept: 0, replaced: 2 }))).toBe(
      'Eingelesen als Nummer 7: Ein Betrag, zusammen 1,00 €. 2 Beträge wurden ersetzt.',
    )
  })
})

it('reads and writes euros as Germans do', () => {
  expect(['49,90', '1.299', '1.299,5 €', ' 0 '].map(germanCents)).toEqual([
    4990, 129_900, 129_950, 0,
  ])
  expect(['', 'viel', '1,234', '12.34', '-5'].map(germanCents)).toEqual(Array(5).fill(null))
  expect(['-12,50', '−5 €', '– 3', '49,90', '-0', '--5', '-'].map(signedCents)).toEqual([
    -1250,
    -500,
    -300,
    4990,
    0,
    null,
    null,
  ])
  expect([4990, 129_900].map(typedEuros)).toEqual(['49,90', '1299'])
})
