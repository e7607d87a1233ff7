import { Link } from '@/components/Link'
import { dashboardText, type PreviewTopic } from '@/content/de/dashboard'
import { paths } from '@/lib/paths'

/** What a household can do next, each on its parcel. */
export function Actions({ onPreview }: { onPreview: (topic: PreviewTopic) => void }) {
  const { further, credits } = dashboardText.actions
  return (
    <section className="dashboard__actions">
      <article className="dashboard__action dashboard__action--weizen">
        <h2>{further.title}</h2>
        <p>{further.text}</p>
        <Link className="button button--sun" to={paths.invest}>
          {further.button}
        </Link>
      </article>
      <article className="dashboard__action dashboard__action--klee">
        <h2>{credits.title}</h2>
        <p>{credits.text}</p>
        <button
          type="button"
          className="button button--line"
          aria-haspopup="dialog"
          onClick={() => onPreview('credits')}
        >
          {credits.button}
        </button>
      </article>
    </section>
  )
}
