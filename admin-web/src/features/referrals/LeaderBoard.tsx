import type { RecordOf } from '@/api/dataProvider'
import { formatNumber } from '@/lib/format'
import { KwhField } from '@/ui/fields/values'
import { ConsoleList } from '@/ui/list/ConsoleList'
import type { Column } from '@/ui/list/columns'
import { choicesOf, type Filter } from '@/ui/list/filters/filter'
import { ReferralPages } from './ReferralPages'
import { KIND_CHOICES, KINDS } from './referral'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

const figure = (
  name: 'valid' | 'contracted' | 'cancelled',
  label: string,
): Column<RecordOf<'referrals/leaders'>> => ({
  name,
  label,
  isNumeric: true,
  render: (leader) => formatNumber(leader[name]),
})

/** Confirmed addresses are left out as long as nobody is asked to confirm one: 0 would read as a failure. */
const COLUMNS: Column<RecordOf<'referrals/leaders'>>[] = [
  {
    name: 'name',
    label: 'Wer',
    isFixed: true,
    render: ({ name, kind, code }) => (
      <>
        <b>{name}</b>
        <small>
          {KINDS[kind]}, Code {code}
        </small>
      </>
    ),
  },
  {
    name: 'uses',
    label: 'Verwendet',
    isNumeric: true,
    render: ({ uses }) => formatNumber(uses),
  },
  figure('valid', 'Gültiger Code'),
  figure('contracted', 'Verträge mit gültigem Code'),
  figure('cancelled', 'Aufgegeben mit gültigem Code'),
  {
    name: 'annual_kwh',
    label: 'Strom im Jahr',
    isNumeric: true,
    render: ({ annual_kwh }) => <KwhField kwh={annual_kwh} />,
  },
]

const FILTERS: readonly Filter[] = [
  { name: 'kind', label: 'Wer', kind: 'one', choices: choicesOf(KIND_CHOICES) },
  { name: 'period', label: 'Zeitraum', kind: 'period', parameters: ['from', 'to'] },
]

/** Who brings households, without saying who a household is. */
export function LeaderBoard() {
  return (
    <ConsoleList
      resource="referrals/leaders"
      title="Empfehlungen"
      sort={{ field: '', order: 'DESC' }}
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      narrow={({ name, kind, code, ...leader }) => ({
        title: name,
        meta: `${KINDS[kind]}, Code ${code}`,
        aside: (
          <>
            <b>{formatNumber(leader.valid)}</b> von {formatNumber(leader.uses)} gültig
          </>
        ),
        asideMeta: `${formatNumber(leader.contracted)} Vertrag, ${formatNumber(leader.cancelled)} aufgegeben`,
      })}
      empty="Noch hat niemand über eine Empfehlung reserviert. Jeder Haushalt bekommt mit seiner Reservierung einen eigenen Code."
      lead={<ReferralPages />}
      filters={FILTERS}
    />
  )
}
