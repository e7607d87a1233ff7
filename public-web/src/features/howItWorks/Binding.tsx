import { RichText } from '@/components/RichText'
import { bindingText } from '@/content/de/howItWorks'
import { typeset } from '@/lib/typeset'

/** Reservation, contract, operation: what each costs and what it binds. */
export function Binding() {
  const { title, labels, stages, fallback } = bindingText
  return (
    <section className="binding">
      <div className="wrap">
        <h2>{title}</h2>
        <ol className="binding__stages">
          {stages.map((stage) => (
            <li key={stage.title}>
              <p className="when">{typeset(stage.when)}</p>
              <h3>{stage.title}</h3>
              <dl>
                <dt>{labels.costs}</dt>
                <dd>{typeset(stage.costs)}</dd>
                <dt>{labels.binds}</dt>
                <dd>{typeset(stage.binds)}</dd>
              </dl>
            </li>
          ))}
        </ol>
        <p className="lead">
          <RichText text={fallback} />
        </p>
      </div>
    </section>
  )
}
