import { useEffect, useRef } from 'react'
import type { Erased, ErasurePreview } from '@/api/ownData'
import { Link } from '@/components/Link'
import { OwnField } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { RichText } from '@/components/RichText'
import { householdDataText } from '@/content/de/householdData'
import { formatDay } from '@/lib/germanMoments'
import { paths } from '@/lib/paths'
import { useSending } from '@/lib/useSending'

const { erase, erased: done } = householdDataText

/** What goes, what stays without a name, and what has to be kept, with the reasons. */
export function ErasurePlan({ plan }: { plan: ErasurePreview }) {
  const { deleted, pseudonymised, kept, others } = plan
  return (
    <>
      {plan.spot_number !== null && (
        <p>
          <RichText text={erase.place(plan.spot_number)} />
        </p>
      )}
      {plan.has_running_contract && <p>{erase.contract}</p>}
      <div className="plan">
        <section>
          <h4>{erase.deleted}</h4>
          <ul>
            {deleted.map(({ label, rows }) => (
              <li key={label}>
                {label} <span className="quiet">({rows})</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h4>{erase.pseudonymised}</h4>
          <ul>
            {pseudonymised.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
          <p className="small quiet">{erase.pseudonymisedWhy}</p>
        </section>
        {kept.length > 0 && (
          <section>
            <h4>{erase.kept}</h4>
            <ul>
              {kept.map(({ label, because, until }) => (
                <li key={label}>
                  {label}
                  <br />
                  <span className="small quiet">
                    {because} {until ? erase.until(formatDay(new Date(until))) : erase.running}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {others.length > 0 && <p>{erase.others(others.join(', '))}</p>}
    </>
  )
}

/** In the place of everything else: it is done, and what the law keeps until when. */
export function DataErased({ erased }: { erased: Erased }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const sending = useSending()
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Plot field={<OwnField />}>
      <h1 ref={heading} tabIndex={-1}>
        {done.title}
      </h1>
      <p className="lead">{erased.is_whole ? done.whole : done.part}</p>
      {erased.kept_until && <p>{done.until(formatDay(new Date(erased.kept_until)))}</p>}
      <p>{sending(done.mails)}</p>
      <p>
        <Link to={paths.home}>{done.home}</Link>
      </p>
    </Plot>
  )
}
