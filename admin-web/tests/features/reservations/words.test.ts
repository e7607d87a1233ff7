import { describe, expect, it } from 'vitest'
import { exportedColumns } from '@/features/reservations/exports/exportedColumns'
import { exportWords } from '@/features/reservations/exports/exportWords'
import { resultText } from '@/features/reservations/operations/results'
import { abschlagWords, formatValue } from '@/features/reservations/values'
import { actionName, doneWords, undoneWords } from '@/lib/operationWords'
import { householdName, shownState } from '@/lib/reservationWords'
import { row } from './reservation'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a stored value', () => {
  it.each([
    ['plan_total_cents', 137694, '1.376,94 €'],
    ['effective_interest_bp', 592, '5,92 %'],
    ['credit_tenth_ct', 55, '5,5 ct'],
    ['break_even_tenth_years', 137, '13,7 Jahre'],
    ['annual_kwh', 2000, 'Standard, 2.000 kWh'],
    ['state', 'invited', 'Eingeladen'],
    ['payment_plan', 'one-off', 'Einmal'],
    ['follow_up_on', '2026-11-30', '30.11.2026'],
    ['created_at', '2026-11-23T23:30:00Z', '24.11.2026, 00:30'],
    ['decide_by', '2026-12-20T08:06:00Z', '20.12.2026, 09:06'],
    ['tags', [], 'leer'],
    ['tags', ['Presse', 'Umzug'], 'Presse, Umzug'],
    ['withheld_mails', ['park_confirmed'], 'Park bestätigt'],
    ['notes', null, 'leer'],
    ['price_mismatch', true, 'ja'],
  ])('%s %j reads „%s“', (name, value, words) => {
    expect(plain(formatValue(name, value))).toBe(words)
  })
})

describe('a row', () => {
  const now = new Date('2026-11-23T12:00:00Z')

  it('is new since yesterday in Berlin as long as it is only reserved', () => {
    expect(shownState(row({ created_at: '2026-11-21T23:00:00Z' }), now)).toBe('new')
    expect(shownState(row({ created_at: '2026-11-21T22:59:00Z' }), now)).toBe('reserved')
    expect(shownState(row({ state: 'invited' }), now)).toBe('invited')
  })

  it('is called by its pseudonym where the name is masked', () => {
    expect(householdName(row())).toBe('Nele Hartwig')
    expect(householdName(row({ first_name: null, last_name: null }))).toBe('Haushalt K7M2')
  })
})

describe('what was done', () => {
  it('is said for one and for many', () => {
    expect(doneWords('cancel', 1)).toBe('Reservierung storniert.')
    expect(doneWords('cancel', 12)).toBe('12 Reservierungen storniert.')
    expect(doneWords('contract', 1)).toBe('Vertrag eingetragen.')
    expect(doneWords('contract', 12)).toBe('12 Reservierungen: Vertrag eingetragen.')
    expect(doneWords('set_follow_up', 1, { day: '2026-12-24' })).toBe('Wiedervorlage: 24.12.2026.')
    expect(doneWords('set_follow_up', 1, { day: null })).toBe('Wiedervorlage entfernt.')
    expect(doneWords('remove_tag', 1, { tag: 'Presse' })).toBe('Merkmal „Presse“ entfernt.')
    const because = 'Das geht nicht mehr, weil Jonas Reiter seitdem die Postleitzahl geändert hat.'
    const row = { detail: because }
    expect(undoneWords(3, 1, [{ detail: null }, row])).toBe(
      `3 Änderungen rückgängig gemacht. Bei 1 ging es nicht. ${because}`,
    )
    expect(undoneWords(0, 1, [row])).toBe(because)
  })

  it('has a name in the timeline, with or without the room it happened in', () => {
    expect(actionName('reservation.cancel')).toBe('Storniert')
    expect(actionName('edited')).toBe('Angaben geändert')
    expect(actionName('undo_cancel')).toBe('Rückgängig gemacht: Storniert')
  })

  it('can be taken along as text, a line a row', () => {
    const rows = [
      {
        id: 1,
        reference: 'VG-A',
        name: 'Änne Müller, Platz 4',
        outcome: 'done',
        code: null,
        detail: null,
        state: 'cancelled',
        version: 2,
      },
      {
        id: 2,
        reference: null,
        name: 'Nr. 2',
        outcome: 'refused',
        code: 'x',
        detail: 'Schon storniert.',
        state: 'cancelled',
        version: 2,
      },
    ] as const
    expect(resultText(rows).split('\r\n')).toEqual([
      'Haushalt\tReferenz\tErgebnis\tErläuterung',
      'Änne Müller, Platz 4\tVG-A\terledigt\tErledigt, Stand: Storniert',
      'Nr. 2\t\tabgelehnt\tSchon storniert.',
      '',
    ])
  })
})

describe('an export', () => {
  it('says on its button how many rows it will be', () => {
    expect(exportWords(316)).toBe('316 Zeilen exportieren')
    expect(exportWords(1)).toBe('1 Zeile exportieren')
    expect(exportWords(null)).toBe('Liste exportieren')
  })

  it('has the fields behind the columns, each once', () => {
    expect(
      exportedColumns([{ source: 'annual_kwh' }, { source: 'kwh' }, { source: 'state' }]),
    ).toEqual(['annual_kwh', 'payment_plan', 'state'])
  })
})

describe('the monthly payment', () => {
  it.each([
    [8900, 5000, 10000, '89,00 €'],
    [null, 0, 5000, 'unter 50,00 €'],
    [null, 5000, 10000, '50,00 € bis unter 100,00 €'],
    [null, 20000, null, 'ab 200,00 €'],
  ])('%s in the band from %s', (cents, from, below, words) => {
    const band = { from_cents: from, below_cents: below }
    const told = abschlagWords({ monthly_abschlag_cents: cents, monthly_abschlag_band: band })
    expect(plain(told)).toBe(words)
  })
})
