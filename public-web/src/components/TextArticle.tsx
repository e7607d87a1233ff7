import { Fragment } from 'react'
import { sectionId, type TextBlock, type TextSection } from '@/lib/textSection'
import { RichText } from './RichText'

interface Props {
  title: string
  lead?: string
  /** Which version of the text this is. */
  version?: string
  sections: readonly TextSection[]
  /** Name of the list of contents that a long text has beside it. */
  contents?: string
}

/** A page of headed paragraphs, each heading with an address of its own. */
export function TextArticle({ title, lead, version, sections, contents }: Props) {
  return (
    <article className="text">
      <h1>{title}</h1>
      {lead && (
        <p className="lead quiet">
          <RichText text={lead} />
        </p>
      )}
      {version && <p className="small quiet">{version}</p>}
      {contents && <Contents label={contents} sections={sections} />}
      {sections.map((section) => (
        <Fragment key={section.title}>
          <h2 id={sectionId(section)}>{section.title}</h2>
          {section.blocks.map((block) => (
            <Block key={JSON.stringify(block)} block={block} />
          ))}
        </Fragment>
      ))}
    </article>
  )
}

function Contents({ label, sections }: { label: string; sections: readonly TextSection[] }) {
  return (
    <nav className="text__contents" aria-label={label}>
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
