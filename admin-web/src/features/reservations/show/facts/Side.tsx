import { formatDay } from '@/lib/format'
import { Fold } from '@/ui/record/Fold'
import { Erasure } from '../../erasure/Erasure'
import type { Reservation } from '../../types'
import { useIsAdmin, useIsClerk } from '../../useRole'
import { formatValue } from '../../values'
import { CardChecks } from './CardChecks'
import { Consents } from './Consents'
import { Facts } from './Facts'
import { Figures } from './Figures'
import { Referral } from './Referral'
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
