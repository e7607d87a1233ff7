import type { Schemas } from '@/api/operations'
import { CopyButton } from '@/ui/fields/CopyButton'
import { VerdictWords } from '@/ui/fields/VerdictMark'

/** The household's own code to recommend with, and the code it came by. */
export function Referral({ referral }: { referral: Schemas['ReservationReferralOut'] | null }) {
  if (!referral) return null
  const { own_code, own_address, came_by } = referral
  return (
    <dl className="details-list">
      <div>
        <dt>Eigener Code</dt>
        <dd>
          {own_code ?? 'noch keiner'}
          {own_address && (
            <CopyButton text={own_address} what="Empfehlungslink" label="Link kopieren" isQuiet />
          )}
        </dd>
      </div>
      <div>
        <dt>Gekommen durch</dt>
        <dd>
          {came_by ? (
            <>
              {came_by.raw_code} <VerdictWords {...came_by} />
            </>
          ) : (
            'keine Empfehlung'
          )}
        </dd>
      </div>
    </dl>
  )
}
