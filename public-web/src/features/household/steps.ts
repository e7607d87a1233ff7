import type { OwnReservation } from '@/api/household'
import { householdText } from '@/content/de/household'
import { formatMoment, weeksAfter } from '@/lib/germanMoments'
import { formatShortEuro } from '@/lib/germanNumbers'
import { timeline } from '@/lib/offer/offer'

const text = householdText.steps

export interface Step {
  name: string
  state: 'done' | 'now' | 'ahead'
  when: string
  text: string
  /** What it costs or brings. */
  amount: string
  amountNote: string
  /** Money that comes instead of going. */
  brings: boolean
}

/** The five steps of a reservation, each with its day and its money. */
export function stepsOf(own: OwnReservation): readonly Step[] {
  const { steps } = own
  const reached = [
    steps.reserved_at,
    steps.confirmed_at,
    steps.park_confirmed_at ?? steps.invited_at ?? steps.contracted_at ?? steps.active_at,
    steps.contracted_at ?? steps.active_at,
    steps.active_at,
  ].map((at) => (at ? new Date(at) : null))
  const current = reached.indexOf(null)
  return CONTENT.map((content, index) => {
    const at = reached[index] ?? null
    const { name, money, later } = content
    return {
      name,
      state: at ? 'done' : index === current ? 'now' : 'ahead',
      when: at ? formatMoment(at) : index === current ? text.now : later,
      text: content.text(own, at !== null),
      ...money(own),
    }
  })
}

interface Content {
  name: string
  later: string
  text: (own: OwnReservation, isDone: boolean) => string
  money: (own: OwnReservation) => Pick<Step, 'amount' | 'amountNote' | 'brings'>
}

const nothing =
  (amountNote = '') =>
  () => ({ amount: text.free, amountNote, brings: false })

const CONTENT: readonly Content[] = [
  {
    name: text.reserved.name,
    later: text.later,
    text: (own) => text.reserved.text(own.spot_number),
    money: nothing(text.noMoney),
  },
  {
    name: text.confirmed.name,
    later: text.later,
    text: (own, isDone) =>
      isDone
        ? text.confirmed.text(own.email)
        : text.confirmed.open(own.confirm_by && formatMoment(new Date(own.confirm_by))),
    money: nothing(),
  },
  {
    name: text.park.name,
    later: text.later,
    text: (own, isDone) =>
      isDone ? text.park.text : isLate(own) ? text.park.late : text.park.open,
    money: nothing(),
  },
  {
    name: text.contract.name,
    later: text.later,
    text: (_own, isDone) => (isDone ? text.contract.text : text.contract.open),
    money: () => ({ amount: text.setup, amountNote: text.contract.money, brings: false }),
  },
  {
    name: text.credits.name,
    later: text.grid,
    text: ({ figures }) =>
      figures.plan_months
        ? text.credits.plan(formatShortEuro(figures.instalment_cents), figures.plan_months)
        : text.credits.once(formatShortEuro(figures.price_cents)),
    money: ({ figures }) => ({
      amount: formatShortEuro(figures.least_monthly_cents),
      amountNote: text.credits.money,
      brings: true,
    }),
  },
]

/** Whether the weeks that a confirmation usually takes are over: then they are no longer named as ahead. */
const isLate = (own: OwnReservation): boolean =>
  weeksAfter(new Date(own.steps.reserved_at), timeline.contract_weeks_to) < new Date()
