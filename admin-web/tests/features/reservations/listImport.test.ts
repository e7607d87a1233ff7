// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import {
  byGroup,
  choiceOf,
  differences,
  doneWords,
  type ListImport,
  type Plan,
  type PlannedRow,
  planWords,
  reasonsOf,
  withField,
} from '@/features/reservations/imports/listImport'
import { withLine } from '@/features/reservations/imports/useListImport'

const row = (line: number, more: Partial<PlannedRow> = {}): PlannedRow => ({
  line,
  name: 'Anna Berg',
  fate: 'place',
  spot_number: line,
  faults: [],
  remarks: [],
  known: null,
  ...more,
})
const refused = (line: number) =>
  row(line, {
    fate: 'refused',
    spot_number: null,
    faults: [{ field: 'postcode', code: 'missing', message: 'Die Postleitzahl fehlt.' }],
  })
const known = (line: number, more: Partial<PlannedRow> = {}) =>
  row(line, {
    fate: 'known',
    spot_number: null,
    known: { reservation_id: 7, reference: 'VG-7K3M-Q2XH', line: null, is_same_name: true },
    ...more,
  })

function planOf(rows: PlannedRow[]): Plan {
  const count = (fate: PlannedRow['fate']) => rows.filter((one) => one.fate === fate).length
  return {
    version: 'x',
    mapping: {
      columns: { email: 2 },
      fixed: { annual_kwh: '2000' },
      delimiter: ';',
      number_format: 'de',
      day_format: 'de',
      has_header: true,
    },
    is_remembered: false,
    columns: [],
    preview: [],
    rows,
    places: count('place'),
    refused: count('refused'),
    known: count('known'),
    already_imported: null,
  }
}

describe('the plan of a list', () => {
  it('shows first what needs looking at', () => {
    const rows = [row(2), known(3), row(4, { remarks: ['Berichtigt.'] }), refused(5), row(6)]
    expect(
      byGroup(rows).map(({ group, rows: own }) => [group, own.map(({ line }) => line)]),
    ).toEqual([
      ['refused', [5]],
      ['known', [3]],
      ['remarks', [4]],
      ['place', [2, 6]],
    ])
  })

  it('is told in one sentence', () => {
    expect(planWords(planOf([row(2), row(3), refused(4), known(5)]))).toBe(
      '4 Zeilen: 2 bekommen einen Platz, eine wird abgewiesen, eine ist schon bekannt.',
    )
    expect(planWords(planOf([row(2)]))).toBe('Eine Zeile: eine bekommt einen Platz.')
  })

  it('gives every reason with its field', () => {
    expect(reasonsOf(refused(2))).toEqual(['Postleitzahl: Die Postleitzahl fehlt.'])
    expect(reasonsOf(known(3))).toEqual(['Dieser Haushalt hat VG-7K3M-Q2XH; wird ausgelassen.'])
    const twice = { reservation_id: null, reference: null, line: 2, is_same_name: true }
    expect(reasonsOf(known(3, { fate: 'place', known: twice }))).toEqual([
      'Dieser Haushalt steht schon in Zeile 2; wird trotzdem eingetragen.',
    ])
  })

  it('names what has changed since it was seen', () => {
    const before = planOf([row(2), row(3), refused(4)])
    const after = planOf([row(2, { spot_number: 9 }), known(3), refused(4)])
    expect(differences(before, after)).toEqual([
      { line: 2, name: 'Anna Berg', before: 'Platz 2', after: 'Platz 9' },
      { line: 3, name: 'Anna Berg', before: 'Platz 3', after: 'schon bekannt' },
    ])
  })
})

it('a field is read from a column, fixed for all rows, or not at all', () => {
  const { mapping } = planOf([])
  expect([
    choiceOf(mapping, 'email'),
    choiceOf(mapping, 'annual_kwh'),
    choiceOf(mapping, 'town'),
  ]).toEqual(['c:2', 'f:2000', ''])
  const changed = withField(withField(mapping, 'annual_kwh', 'c:5'), 'email', '')
  expect([changed.columns, changed.fixed]).toEqual([{ annual_kwh: 5 }, {}])
  expect(withField(changed, 'credit', 'f:5,5').fixed).toEqual({ credit: '5,5' })
})

it('a line is entered nevertheless, and then not', () => {
  expect(withLine(withLine([2], 3, true), 2, false)).toEqual([3])
})

it('what came of it is told with all that is left', () => {
  const made = { entered: 1, waiting: 0, moved: 0, later: [] } as unknown as ListImport
  expect(doneWords(made)).toBe('Eine Reservierung ist eingetragen.')
  const later = [{ line: 9, problem: 'Im Park ist kein Platz mehr zu vergeben.' }]
  expect(doneWords({ ...made, entered: 1200, waiting: 3, moved: 2, later })).toBe(
    '1.200 Reservierungen sind eingetragen. 3 Zeilen warten noch. 2 haben einen anderen Platz als geplant, weil inzwischen jemand reserviert hat. Eine Zeile wurde dabei noch abgewiesen.',
  )
})
