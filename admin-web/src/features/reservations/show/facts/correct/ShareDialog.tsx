import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatKwh } from '@/lib/format'
import { PACKAGES, PLANS, packageName, planName } from '@/lib/reservationWords'
import { RadioInput } from '@/ui/form/inputs'
import type { Reservation } from '../../../types'
import { formatValue } from '../../../values'
import { CorrectionDialog } from './CorrectionDialog'
import { useCorrection } from './useCorrection'

interface ShareDialogProps {
  record: Reservation
  onClose: () => void
}

type Kwh = Schemas['ShareChangeIn']['annual_kwh']
type Plan = Schemas['ShareChangeIn']['payment_plan']
type Figures = Schemas['StaffShareOut']

/** Another package or plan: old and new figures beside each other before it is done. */
export function ShareDialog({ record, onClose }: ShareDialogProps) {
  const edit = useCorrection({
    name: 'change_share',
    record,
    start: {
      annual_kwh: record.annual_kwh as Kwh,
      payment_plan: record.payment_plan as Plan,
    },
    save: (call, body) =>
      call('post', '/api/staff/reservations/{reservation_id}/share', {
        params: { path: { reservation_id: record.id } },
        body,
      }),
    onClose,
  })
  const { annual_kwh: kwh, payment_plan: plan, notify } = edit.form
  const preview = useSharePreview(record, kwh, plan, notify)
  const isChanged = kwh !== record.annual_kwh || plan !== record.payment_plan
  const refusal = preview.error ? errorWords(preview.error) : preview.data?.refusal?.detail
  return (
    <CorrectionDialog
      name="change_share"
      edit={edit}
      consequences={isChanged ? preview.data?.consequences : undefined}
      refusal={isChanged ? (refusal ?? null) : null}
      isReady={isChanged && !preview.isFetching && !refusal}
      onClose={onClose}
    >
      <div className="share-choices">
        <RadioInput
          source="annual_kwh"
          legend="Paket"
          options={Object.entries(PACKAGES).map(([name, label]) => ({
            name: Number(name),
            label,
            meaning: `${formatKwh(Number(name))} im Jahr`,
          }))}
        />
        <RadioInput
          source="payment_plan"
          legend="Zahlung"
          options={Object.entries(PLANS).map(([name, label]) => ({ name, label }))}
        />
      </div>
      {!preview.error && <Beside {...preview.data} isBusy={preview.isFetching} />}
    </CorrectionDialog>
  )
}

function useSharePreview({ id, version }: Reservation, kwh: Kwh, plan: Plan, notify: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: ['correction-preview', 'share', id, version, kwh, plan, notify],
    queryFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/share/preview', {
        params: { path: { reservation_id: id } },
        body: { annual_kwh: kwh, payment_plan: plan, notify },
      }),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
}

const ROWS: readonly [string, (figures: Figures) => string][] = [
  ['Paket', (of) => packageName(of.annual_kwh)],
  ['Zahlung', (of) => planName(of.payment_plan)],
  ['Preis', (of) => formatValue('share_amount_cents', of.share_amount_cents)],
  ['Rate', (of) => (isAtOnce(of) ? '–' : formatValue('instalment_cents', of.instalment_cents))],
  ['Zusammen', (of) => formatValue('plan_total_cents', of.plan_total_cents)],
  [
    'Effektiver Jahreszins',
    (of) => (isAtOnce(of) ? '–' : formatValue('effective_interest_bp', of.effective_interest_bp)),
  ],
  ['Gutschrift im Monat', (of) => formatValue('monthly_credit_cents', of.monthly_credit_cents)],
  ['Gutschriften in 20 Jahren', (of) => formatValue('total_credits_cents', of.total_credits_cents)],
  ['Gutschriften weniger Zahlungen', (of) => formatValue('balance_cents', of.balance_cents)],
]

const isAtOnce = (of: Figures) => of.payment_plan === 'one-off'

interface BesideProps {
  before?: Figures
  after?: Figures
  isBusy: boolean
}

/**
 * What stays the same is written in both columns, so that nobody has to look for it. The rows are there before their
 * figures: a dialog stands in the middle, so one that grows moves its choices away from under the pointer.
 */
function Beside({ before, after, isBusy }: BesideProps) {
  return (
    <table className="number-sheet share-figures" aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Angabe</span>
          </th>
          <th scope="col" className="number-column">
            Bisher
          </th>
          <th scope="col" className="number-column">
            Dann
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, words]) => {
          const [old, next] = [before, after].map((of) => (of ? words(of) : '…'))
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="number-column">{old}</td>
              <td className="number-column">{old === next ? next : <b>{next}</b>}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
