import { Link } from 'react-router-dom'
import { siteText } from '@/content/de/site'
import { paths } from '@/lib/paths'

export function NotFoundPage() {
  const { title, text, reserve, home } = siteText.notFound
  return (
    <section className="text">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <div className="buttons">
        <Link className="button button--sun" to={paths.reservation}>
          {reserve}
        </Link>
        <Link className="button button--line" to={paths.home}>
          {home}
        </Link>
      </div>
    </section>
  )
}
