import { Fragment, type ReactNode } from 'react'
import { sectionId, type TextBlock, type TextSection } from '@/lib/textSection'
import { RichText } from './RichText'

interface Props {
  title: string
  lead?: string
  /** Which version of the text this is. */
  version?: string
  sections: readonly TextSection[]
  /** What stands between the head and the first section, such as a list of contents. */
  children?: ReactNode
  /** What stands at the end of a section, by its title. */
  extras?: Record<string, ReactNode>
}

/** A page of headed paragraphs, each heading with an address of its own. */
export function TextArticle({ title, lead, version, sections, children, extras }: Props) {
  return (
    <article className="text">
      <h1>{title}</h1>
      {lead && (
        <p className="lead quiet">
          <RichText text={lead} />
        </p>
      )}
      {version && <p className="small quiet">{version}</p>}
      {children}
      {sections.map((section) => (
        <Fragment key={section.title}>
          <h2 id={sectionId(section)}>{section.title}</h2>
          {section.blocks.map((block) => (
            <Block key={JSON.stringify(block)} block={block} />
          ))}
          {extras?.[section.title]}
        </Fragment>
      ))}
    </article>
  )
}

function Block({ block }: { block: TextBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText text={block} />
      </p>
    )
  }
  if ('address' in block) {
    return (
      <address>
        {block.address.map((line) => (
          <div key={line}>
            <RichText text={line} />
          </div>
        ))}
      </address>
    )
  }
  return (
    <ul>
      {block.map((entry) => (
        <li key={entry}>
          <RichText text={entry} />
        </li>
      ))}
    </ul>
  )
}
