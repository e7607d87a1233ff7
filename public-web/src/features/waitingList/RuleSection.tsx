import { RichText } from '@/components/RichText'
import { ruleText as text } from '@/content/de/waitingRule'
import { formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { packages } from '@/lib/offer/offer'
import { Modules, Strip } from './Strip'

const UNIT = 1000

/** The rule, told for the household's own wish. */
export function RuleSection({ kwh, mostPasses }: { kwh: number; mostPasses: number }) {
  const smaller = packages.filter(({ annualKwh }) => annualKwh < kwh).at(-1)
  const own = Array.from({ length: kwh / UNIT }, () => 'mine' as const)
  const wished = formatKwh(kwh)
  const less = smaller?.annualKwh ?? UNIT / 2
  const most = text.mostTimes[mostPasses] ?? `${mostPasses}-mal`
  return (
    <section className="waiting__rule" aria-labelledby="regel">
      <div className="wrap waiting__part">
        <h2 id="regel">{text.title}</h2>
        <p className="waiting__lead">{text.lead(wished)}</p>
        <ol className="strips">
          <Strip
            crop="wiese"
            title={text.freed(formatKwh(kwh + UNIT))}
            text={text.more(wished, formatKwh(UNIT))}
          >
            <Modules kinds={[...own, 'open']} />
          </Strip>
          <Strip crop="weizen" title={text.freed(wished)} text={text.same}>
            <Modules kinds={own} />
          </Strip>
          <Strip
            crop="acker"
            title={text.freed(formatKwh(less))}
            text={
              smaller
                ? text.less(smaller.name, formatKwh(less), formatShortEuro(smaller.price))
                : text.tooLittle(formatKwh(less))
            }
          >
            <Modules kinds={own.slice(1).map(() => 'open' as const)} />
          </Strip>
        </ol>
        <p className="most">
          <svg viewBox="0 0 92 22" width="92" height="22" aria-hidden="true">
            <path className="queue__cell" d="M0 0h28v22H0zM32 0h28v22H32zM64 0h28v22H64z" />
          </svg>
          <span>
            <RichText text={text.most(most)} />
          </span>
        </p>
      </div>
    </section>
  )
}
