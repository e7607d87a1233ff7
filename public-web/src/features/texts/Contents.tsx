import { contentsLabel } from '@/content/de/legalVersions'
import { sectionId, type TextSection } from '@/lib/textSection'

/** The list of contents beside a long text, on wide screens. */
export function Contents({ sections }: { sections: readonly TextSection[] }) {
  return (
    <nav className="text__contents" aria-label={contentsLabel}>
      <ul>
        {sections.map((section) => (
          <li key={section.title}>
            <a href={`#${sectionId(section)}`}>{section.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
