import { useState } from 'react'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { NarrowTable } from '@/ui/list/NarrowTable'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { CorrectDialog } from './CorrectDialog'
import { RefusedCard } from './RefusedCard'
import { type Asked, Phone, RefusedSteps } from './RefusedSteps'
import { correctable, deadlineWords, householdPath, placeWords, type RefusedMail } from './refused'
import { SettleDialog } from './SettleDialog'
import '@/ui/page/sheets.css'
import './refusedMails.css'

/** Households to be telephoned: their mailbox refuses our mails. */
export function RefusedMailsPage() {
  const {
    data: rows,
    error,
    refetch,
  } = useStaffQuery('/api/staff/refused-mails', { refetchEvery: NEWS_EVERY })
  const [asked, setAsked] = useState<{ mail_id: number; of: Asked }>()
  const row = rows?.find(({ mail_id }) => mail_id === asked?.mail_id)
  return (
    <Page title="Abgelehnte Mails">
      {error && !rows && <LoadProblem error={error} onRetry={refetch} />}
      {!rows && !error && <section className="sheet awaited-part" aria-busy="true" />}
      {rows?.length === 0 && (
        <section className="sheet empty">
          <p>Gerade lehnt kein Postfach eine Mail ab.</p>
        </section>
      )}
      {rows && rows.length > 0 && (
        <Rows rows={rows} onAsk={({ mail_id }, of) => setAsked({ mail_id, of })} />
      )}
      {asked && row && (
        <StepDialog row={row} asked={asked.of} onClose={() => setAsked(undefined)} />
      )}
      <p className="muted">
        Hier steht, was ein Mailserver sofort ablehnt. Nimmt er eine Mail erst an und meldet später,
        dass sie nicht zuzustellen war, erfahren wir das nur, wenn ein Postfach für eingehende Mails
        eingerichtet ist.
      </p>
    </Page>
  )
}

interface RowsProps {
  rows: readonly RefusedMail[]
  onAsk: (row: RefusedMail, asked: Asked) => void
}

function Rows({ rows, onAsk }: RowsProps) {
  if (useIsNarrow())
    return (
      <section className="sheet">
        <NarrowTable
          label="Abgelehnte Mails"
          rows={rows}
          rowKey={(row) => row.mail_id}
          rowPath={householdPath}
          narrow={(row) => narrowRefused(row, (asked) => onAsk(row, asked))}
        />
      </section>
    )
  return rows.map((row) => (
    <RefusedCard key={row.mail_id} row={row} onAsk={(asked) => onAsk(row, asked)} />
  ))
}

interface DialogProps {
  row: RefusedMail
  asked: Asked
  onClose: () => void
}

/** Beside the rows, which are others on a phone: turning one leaves what was typed. */
function StepDialog({ row, asked, onClose }: DialogProps) {
  const of = correctable(row)
  if (asked === 'settle') return <SettleDialog row={row} onClose={onClose} />
  return of && <CorrectDialog row={row} of={of} onClose={onClose} />
}

/** A household on a phone: whose mailbox refuses what, and below it the number to call and the steps. */
function narrowRefused(row: RefusedMail, onAsk: (asked: Asked) => void): NarrowRowParts {
  const { name, words, reservation, refused_at } = row
  const deadline = deadlineWords(row, formatMoment)
  return {
    title: name,
    meta: placeWords(row),
    aside: <MomentField at={refused_at} isShort />,
    asideMeta: words,
    more: (
      <>
        {reservation && (
          <p className="flush">
            <Phone reservation={reservation.id} masked={reservation.phone} />
          </p>
        )}
        {deadline && <p className="flush tiny">{deadline}</p>}
        <RefusedSteps row={row} onAsk={onAsk} />
      </>
    ),
  }
}
