import {
  formatDay,
  formatDayShort,
  formatKwh,
  formatMoment,
  formatMomentShort,
  formatMoney,
} from '@/lib/format'

/** What the server does not know, or does not show to this role. */
const NONE = (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">keine Angabe</span>
  </>
)

type Maybe<T> = T | null | undefined

/** Cents as „1.299,00 €“. */
export function MoneyField({ cents }: { cents: Maybe<number> }) {
  return cents == null ? NONE : <span className="tabular">{formatMoney(cents)}</span>
}

/** „2.000 kWh“. */
export function KwhField({ kwh }: { kwh: Maybe<number> }) {
  return kwh == null ? NONE : <span className="tabular">{formatKwh(kwh)}</span>
}

/** A moment. In lists `isShort`: „heute, 11:42“, with the full moment as its title. */
export function MomentField({ at, isShort = false }: { at: Maybe<string>; isShort?: boolean }) {
  if (at == null) return NONE
  return (
    <time dateTime={at} title={isShort ? formatMoment(at) : undefined}>
      {isShort ? formatMomentShort(at) : formatMoment(at)}
    </time>
  )
}

/** A day. In lists `isShort`: „heute“, „morgen“, else „23.11.2026“. */
export function DayField({ on, isShort = false }: { on: Maybe<string>; isShort?: boolean }) {
  if (on == null) return NONE
  return <time dateTime={on}>{isShort ? formatDayShort(on) : formatDay(on)}</time>
}
