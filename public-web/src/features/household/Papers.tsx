import { OWN_DOCUMENT } from '@/api/household'
import { Link } from '@/components/Link'
import { householdText } from '@/content/de/household'
import { paths } from '@/lib/paths'

const text = householdText.papers

/** What can be kept on paper, and what it is based on. */
export function Papers() {
  return (
    <article className="parcel parcel--card">
      <h3>{text.title}</h3>
      <ul className="papers">
        <li>
          <a href={OWN_DOCUMENT} download>
            {text.document}
          </a>
        </li>
        <li>
          <button type="button" className="textual" onClick={() => window.print()}>
            {text.print}
          </button>
        </li>
        <li>
          <Link to={paths.terms}>{text.terms}</Link>
        </li>
        <li>
          <Link to={paths.privacy}>{text.privacy}</Link>
        </li>
      </ul>
    </article>
  )
}
