import Button from '@mui/material/Button'
import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { DayField, MoneyField } from '@/ui/fields/values'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { type Claim, claimWords, isLate } from './contract'

const FIRST = 4

const COLUMNS: PlainColumn<Claim>[] = [
  {
    label: 'Zahlung',
    render: (claim) => (
      <>
        {claimWords(claim)}
        <small>{claim.due ? <DayField on={claim.due} /> : 'nach dem Netzanschluss'}</small>
      </>
    ),
  },
  { label: 'Betrag', isNumeric: true, render: ({ cents }) => <MoneyField cents={cents} /> },
  {
    label: 'Offen',
    isNumeric: true,
    render: (claim) => (
      <span className={isLate(claim, berlinDay()) ? 'late' : undefined}>
        {claim.open_cents === 0 ? 'bezahlt' : <MoneyField cents={claim.open_cents} />}
      </span>
    ),
  },
]

/** What is to be paid and when; of many instalments the next to pay first. */
export function Plan({ claims }: { claims: readonly Claim[] }) {
  const [isWhole, setWhole] = useState(false)
  const next = claims.findIndex(({ open_cents }) => open_cents > 0)
  const start = Math.max(0, Math.min(next, claims.length - FIRST))
  const shown = isWhole ? claims : claims.slice(start, start + FIRST)
  return (
    <>
      <h3>Zahlungsplan</h3>
      <PlainTable
        label="Zahlungsplan"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ purpose, number }) => `${purpose} ${number}`}
      />
      {shown.length < claims.length && (
        <Button onClick={() => setWhole(true)}>Alle {claims.length} Zahlungen zeigen</Button>
      )}
    </>
  )
}
