import { Brand } from '@/components/Brand'
import { Link } from '@/components/Link'
import { type FooterGroup, footerGroups, legalLinks, siteText } from '@/content/de/site'

export function Footer() {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot__columns">
          <div>
            <Brand />
            <p className="foot__claim">{siteText.footer.claim}</p>
          </div>
          {footerGroups.map((group) => (
            <FooterNavigation key={group.title} group={group} />
          ))}
        </div>
        <div className="foot__bottom">
          <ul>
            {legalLinks.map(({ path, label, lang }) => (
              <li key={path}>
                <Link to={path} hrefLang={lang}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** A column of links. */
function FooterNavigation({ group }: { group: FooterGroup }) {
  return (
    <nav aria-label={group.title}>
      <ul>
        {group.links.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
