import { siteText } from '@/content/de/site'
import { paths } from '@/lib/paths'

/** Plain links on purpose: a full page load is what mends most of these failures. */
export function ErrorPage() {
  const { title, text, reload, home } = siteText.failure
  return (
    <section className="text">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="buttons">
        <button type="button" className="button button--sun" onClick={() => location.reload()}>
          {reload}
        </button>
        <a className="button button--line" href={paths.home}>
          {home}
        </a>
      </div>
    </section>
  )
}
