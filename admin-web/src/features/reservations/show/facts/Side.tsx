import type { Schemas } from '@/api/operations'
import { formatDay } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { Pair } from '@/ui/fields/Pair'
import { VerdictWords } from '@/ui/fields/VerdictMark'
import { Fold } from '@/ui/record/Fold'
import { Erasure } from '../../erasure/Erasure'
import type { Reservation } from '../../types'
import { useIsAdmin, useIsClerk } from '../../useRole'
import { formatValue } from '../../values'
import { Contracts } from '../contract/Contracts'
import { CardChecks } from './CardChecks'
import { Consents } from './Consents'
import { Facts } from './Facts'
import { Figures } from './Figures'
import { Work } from './Work'

/** The facts, what the desk has set, and folded what few calls need. */
export function Side({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  const isAdmin = useIsAdmin()
  const { figures, consents, differences, referral } = record
  return (
    <>
      <Facts record={record} />
      {isClerk && <Work record={record} />}
      {isClerk && <Contracts id={record.id} />}
      {isClerk && <CardChecks id={record.id} />}
      <Fold
        title="Zahlen, wie der Haushalt sie sah"
        value={`${formatValue('monthly_credit_cents', figures.monthly_credit_cents)} im Monat`}
        isOpen={!isClerk || (differences.length > 0 && !record.price_checked)}
      >
        <Figures record={record} />
      </Fold>
      {isClerk && (
        <Fold title="Einwilligungen und Nachweis" value={consentWords(consents)}>
          <Consents consents={consents} id={record.id} />
        </Fold>
      )}
      {isClerk && referral && (
        <Fold title="Empfehlung" value={referral.came_by?.raw_code ?? 'keine'}>
          <Referral referral={referral} />
        </Fold>
      )}
      {isAdmin && <Erasure record={record} />}
    </>
  )
}

/** „2, zuletzt 22.11.2026“. */
function consentWords(consents: Reservation['consents']): string {
  const last = consents.at(-1)
  return last ? `${consents.length}, zuletzt ${formatDay(last.given_at)}` : 'keine'
}

/** The household's own code to recommend with, and the code it came by. */
function Referral({ referral }: { referral: Schemas['ReservationReferralOut'] | null }) {
  if (!referral) return null
  const { own_code, own_address, came_by } = referral
  return (
    <dl className="details-list">
      <Pair label="Eigener Code">
        {own_code ?? 'noch keiner'}
        {own_address && (
          <CopyButton text={own_address} what="Empfehlungslink" label="Link kopieren" isQuiet />
        )}
      </Pair>
      <Pair label="Gekommen durch">
        {came_by ? (
          <>
            {came_by.raw_code} <VerdictWords {...came_by} />
          </>
        ) : (
          'keine Empfehlung'
        )}
      </Pair>
    </dl>
  )
}
