import type { TextSection } from '@/lib/textSection'
import { RichText } from './RichText'

interface Props {
  title: string
  lead?: string
  sections: readonly TextSection[]
}

/** A page of headed paragraphs. */
export function TextArticle({ title, lead, sections }: Props) {
  return (
    <article className="text">
      <h1>{title}</h1>
      {lead && (
        <p className="lead quiet">
          <RichText text={lead} />
        </p>
      )}
      {sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </article>
  )
}

function Section({ section }: { section: TextSection }) {
  return (
    <>
      <h2>{section.title}</h2>
      {section.blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <RichText text={block} />
          </p>
        ) : (
          <ul key={block.join()}>
            {block.map((entry) => (
              <li key={entry}>
                <RichText text={entry} />
              </li>
            ))}
          </ul>
        ),
      )}
    </>
  )
}
