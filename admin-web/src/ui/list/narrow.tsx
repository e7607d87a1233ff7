import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** What a row says on a phone: two lines on the left, what tells rows apart on the right. */
export interface NarrowRowParts {
  title: ReactNode
  meta?: ReactNode
  aside?: ReactNode
  asideMeta?: ReactNode
  /** What can be opened or done with the row, on a separate line. */
  more?: ReactNode
  /** The title is a sentence and may break the line. */
  isText?: boolean
}

interface NarrowCellsProps {
  parts: NarrowRowParts
  /** Where the whole row leads. */
  path: string | undefined
}

/** The cells of a row in two lines, and a third where something can be done with it. */
export function NarrowCells({ parts, path }: NarrowCellsProps) {
  const { title, meta, aside, asideMeta, more, isText } = parts
  return (
    <>
      <td className="narrow-main" data-text={isText || undefined}>
        {path ? <Link to={path}>{title}</Link> : <b>{title}</b>}
        <small>{meta}</small>
      </td>
      <td className="narrow-aside">
        {aside}
        <small>{asideMeta}</small>
      </td>
      {more && <td className="narrow-more">{more}</td>}
    </>
  )
}
