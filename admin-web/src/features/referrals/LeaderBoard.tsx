import type { RecordOf } from '@/api/dataProvider'
import { counted, formatNumber } from '@/lib/format'
import { KwhField } from '@/ui/fields/values'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, choicesOf, type Filter, PeriodFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { ReferralPages } from './ReferralPages'
import { KIND_CHOICES, KINDS } from './referral'
import '@/ui/page/sheets.css'
import '@/ui/page/parts.css'

/** Confirmed addresses are left out as long as nobody is asked to confirm one: 0 would read as a failure. */
const Column = ListColumn<RecordOf<'referrals/leaders'>>
const COLUMNS = (
  <>
    <Column
      source="name"
      label="Wer"
      isFixed
      render={({ name, kind, code }) => (
        <>
          <b>{name}</b>
          <small>
            {KINDS[kind]}, Code {code}
          </small>
        </>
      )}
    />
    <Column source="uses" label="Verwendet" isNumeric render={({ uses }) => formatNumber(uses)} />
    <Column
      source="valid"
      label="Gültiger Code"
      isNumeric
      render={({ valid }) => formatNumber(valid)}
    />
    <Column
      source="contracted"
      label="Verträge mit gültigem Code"
      isNumeric
      render={({ contracted }) => formatNumber(contracted)}
    />
    <Column
      source="cancelled"
      label="Aufgegeben mit gültigem Code"
      isNumeric
      render={({ cancelled }) => formatNumber(cancelled)}
    />
    <Column
      source="annual_kwh"
      label="Strom im Jahr"
      isNumeric
      render={({ annual_kwh }) => <KwhField kwh={annual_kwh} />}
    />
  </>
)

const FILTERS: Filter[] = [
  <ChoiceFilter key="kind" source="kind" label="Wer" choices={choicesOf(KIND_CHOICES)} />,
  <PeriodFilter key="period" source="period" label="Zeitraum" parameters={['from', 'to']} />,
]

/** Who brings households, without saying who a household is. */
export function LeaderBoard() {
  return (
    <ListPage
      resource="referrals/leaders"
      title="Empfehlungen"
      sort={{ field: '', order: 'DESC' }}
      rowLabel={({ name }) => name}
      narrow={({ name, kind, code, ...leader }) => ({
        title: name,
        meta: `${KINDS[kind]}, Code ${code}`,
        aside: (
          <>
            <b>{formatNumber(leader.valid)}</b> von {formatNumber(leader.uses)} gültig
          </>
        ),
        asideMeta: `${counted(leader.contracted, 'ein Vertrag', 'Verträge')}, ${formatNumber(leader.cancelled)} aufgegeben`,
      })}
      empty="Noch hat niemand über eine Empfehlung reserviert. Jeder Haushalt bekommt mit seiner Reservierung einen eigenen Code."
      lead={<ReferralPages />}
      filters={FILTERS}
    >
      {COLUMNS}
    </ListPage>
  )
}
