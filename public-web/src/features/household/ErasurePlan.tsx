import type { ErasurePreview } from '@/api/ownData'
import { RichText } from '@/components/RichText'
import { householdDataText } from '@/content/de/householdData'
import { formatDay } from '@/lib/germanMoments'

const text = householdDataText.erase

/** What goes, what stays without a name, and what has to be kept, with the reasons. */
export function ErasurePlan({ plan }: { plan: ErasurePreview }) {
  const { deleted, pseudonymised, kept, others } = plan
  return (
    <>
      {plan.spot_number !== null && (
        <p>
          <RichText text={text.place(plan.spot_number)} />
        </p>
      )}
      {plan.has_running_contract && <p>{text.contract}</p>}
      <div className="plan">
        <section>
          <h4>{text.deleted}</h4>
          <ul>
            {deleted.map(({ label, rows }) => (
              <li key={label}>
                {label} <span className="quiet">({rows})</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h4>{text.pseudonymised}</h4>
          <ul>
            {pseudonymised.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
          <p className="small quiet">{text.pseudonymisedWhy}</p>
        </section>
        {kept.length > 0 && (
          <section>
            <h4>{text.kept}</h4>
            <ul>
              {kept.map(({ label, because, until }) => (
                <li key={label}>
                  {label}
                  <br />
                  <span className="small quiet">
                    {because} {until ? text.until(formatDay(new Date(until))) : text.running}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {others.length > 0 && <p>{text.others(others.join(', '))}</p>}
    </>
  )
}
