import type { Contract, ContractOffer, OwnContract } from '@/api/contract'
import type { OwnReservation, ShareFigures } from '@/api/household'
import { figuresOf } from '@/lib/offer/figures'
import { type PaymentPlanId, packageOf, planOf } from '@/lib/offer/offer'
import { ENERGY } from '../reservation/filled'

/** The figures of a share, as the server gives them. */
export const sharesOf = (plan: PaymentPlanId, kwh = 2000) =>
  ({
    ...figuresOf(packageOf(kwh), planOf(plan)),
    payment_plan: plan,
    credit_tenth_ct: 50,
  }) as ShareFigures

/** The page of a household that was invited and has fixed its share. */
export function invited(plan: PaymentPlanId = 'one-off', changes: Partial<OwnReservation> = {}) {
  const at = '2026-11-30T08:00:00Z'
  const reservation = {
    ...{ reference: 'VG-7K3M-Q2XH', spot_number: 217, state: 'invited', version: 3 },
    park: {
      id: 'ingolstadt',
      name: 'Ingolstadt',
      spots_total: 500,
      progress_note: '',
      progress_on: null,
      is_cancelled: false,
    },
    ...{
      first_name: 'Nele',
      last_name: 'Hartwig',
      email: 'nele@example.org',
      mobile_phone: '0170 1',
    },
    ...ENERGY,
    monthly_abschlag_cents: 8550,
    figures: sharesOf(plan),
    steps: {
      reserved_at: at,
      confirmed_at: at,
      park_confirmed_at: at,
      invited_at: at,
      contracted_at: null,
      active_at: null,
      ended_at: null,
    },
    ...{ confirm_by: null, decide_by: null, decided_at: at },
    ...{ can_change: true, can_change_share: true, can_give_up: true, can_hand_over: false },
    has_taken_contract_over: false,
    ...{ hand_over: null, is_handed_over: false, undo_until: null },
    card_check: { state: null, cause: '', why_not: '' },
    ...{ referral_code: 'ABC', friends: 0, session_ends_at: '2026-11-30T09:00:00Z' },
    ...changes,
  }
  return { reservation: reservation as unknown as OwnReservation }
}

/** What it can order, with the texts by their titles alone. */
export function offered(
  plan: PaymentPlanId = 'one-off',
  changes: Partial<ContractOffer> = {},
): OwnContract {
  const isCredit = plan !== 'one-off'
  const text = (kind: ContractOffer['texts'][number]['kind'], title: string) => ({
    ...{ kind, title, version: '2026-11-30', subtitle: 'Zum Vertrag' },
    sections: [{ title: 'Worum es geht', blocks: [`Wortlaut von ${title}`, '- ein Punkt'] }],
  })
  const offer: ContractOffer = {
    ...{ number: 'VG-7K3M-Q2XH-V1', mandate_reference: 'VG-7K3M-Q2XH-V1-1', fingerprint: 'abc' },
    ...{ name: 'Nele Hartwig', street: '', postcode: '85049', town: '' },
    figures: sharesOf(plan),
    prices: ['Einrichtung, einmal nach dem Ende der Widerrufsfrist: 79 €'],
    texts: [
      text('contract', 'Nutzungsvertrag'),
      text('withdrawal', 'Widerrufsbelehrung'),
      text('information', 'Informationen vor dem Vertrag'),
      ...(isCredit ? [text('credit', 'Kreditinformation')] : []),
      text('mandate', 'SEPA-Lastschriftmandat'),
    ],
    declarations: [
      { purpose: 'contract', text: 'Ich stimme dem Nutzungsvertrag zu.' },
      { purpose: 'mandate', text: 'Ich erteile das Mandat.' },
      ...(isCredit
        ? [{ purpose: 'credit' as const, text: 'Ich habe die Kreditinformation.' }]
        : []),
    ],
    holder_declaration: 'Die andere Person ist einverstanden.',
    withdraw_until: '2026-12-14',
    needs_decision: isCredit,
    ...changes,
  }
  return { contract: null, offer, why_not: '' }
}

/** Each payment; `day` says when that with this number is due, null: that is open. */
export function paymentsOf(
  plan: PaymentPlanId,
  day: (number: number) => string | null,
): Contract['plan'] {
  const figures = sharesOf(plan)
  const months = figures.plan_months
  const claim = (purpose: Contract['plan'][number]['purpose'], number: number, cents: number) => ({
    ...{ purpose, number, cents, open_cents: cents },
    due: day(number),
  })
  const amount = (number: number) =>
    number < months ? figures.instalment_cents : figures.last_instalment_cents
  const rates = Array.from({ length: months }, (_, at) =>
    claim('instalment', at + 1, amount(at + 1)),
  )
  return [claim('setup', 0, 7900), ...(months ? rates : [claim('price', 0, figures.price_cents)])]
}

/** A contract that was ordered; a single payment concludes it. */
export function ordered(
  plan: PaymentPlanId = 'one-off',
  changes: Partial<Contract> = {},
): OwnContract {
  const figures = sharesOf(plan)
  const months = figures.plan_months
  const [setup, ...rest] = paymentsOf(plan, () => null)
  const contract = {
    ...{ can_change_account: true, account_asked: null, early_payment: null },
    account_declarations: [
      { purpose: 'mandate', text: 'Ich erteile das Mandat.' },
      { purpose: 'holder', text: 'Die andere Person ist einverstanden.' },
    ],
    ...{
      id: 1,
      number: 'VG-7K3M-Q2XH-V1',
      state: months ? 'asked' : 'concluded',
      signed_by: 'online',
    },
    ...{ signed_at: '2026-11-30T18:24:00Z', concluded_at: months ? null : '2026-11-30T18:24:00Z' },
    ...{ withdraw_until: months ? null : '2026-12-14', can_withdraw: !months },
    ...{
      annual_kwh: figures.annual_kwh,
      months,
      total_cents: figures.plan_total_cents,
      setup_cents: 7900,
    },
    ...{
      account_holder: 'Nele Hartwig',
      last_four: '3000',
      mandate_reference: 'VG-7K3M-Q2XH-V1-1',
    },
    ...{
      connected_on: null,
      first_earning_day: null,
      last_earning_day: null,
      document_sha256: 'f',
    },
    plan: [{ ...setup, due: '2026-12-15' }, ...rest],
    ...changes,
  } as Contract
  return { contract, offer: null, why_not: 'Ihr Vertrag ist schon geschlossen.' }
}
