import Checkbox from '@mui/material/Checkbox'
import type { ReactNode } from 'react'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { useLiveRowsContext } from '../live/changedRows'

/** What a row says on a phone: two lines on the left, what tells rows apart on the right. */
export interface NarrowRowParts {
  title: ReactNode
  meta?: ReactNode
  aside?: ReactNode
  asideMeta?: ReactNode
  /** What can be opened or done with the row, in a line of its own. */
  more?: ReactNode
  /** The title is a sentence and may break the line. */
  isText?: boolean
}

interface NarrowRowProps {
  record: RaRecord
  parts: NarrowRowParts
  /** Where the whole row leads. */
  path: string | undefined
  label: string
  index: number
  isCurrent: boolean
  isSelectable: boolean
}

/** One record on a phone. Whatever is not its checkbox is its link. */
export function NarrowRow(props: NarrowRowProps) {
  const { record, parts, path, label, index, isCurrent, isSelectable } = props
  const { selectedIds, onToggleItem } = useListContext()
  const change = useLiveRowsContext().changes.get(record.id)
  return (
    <RecordContextProvider value={record}>
      <tr
        data-row={index}
        data-current={isCurrent || undefined}
        data-changed={change !== undefined || undefined}
      >
        {isSelectable && (
          <td className="selection">
            <Checkbox
              checked={selectedIds.includes(record.id)}
              onChange={() => onToggleItem(record.id)}
              slotProps={{ input: { 'aria-label': `${label} auswählen` } }}
            />
          </td>
        )}
        <NarrowCells
          parts={change ? { ...parts, aside: <b>gerade, {change.by}</b> } : parts}
          path={path}
        />
      </tr>
    </RecordContextProvider>
  )
}

/** The cells of a row in two lines, and a third where something can be done with it. */
export function NarrowCells({ parts, path }: Pick<NarrowRowProps, 'parts' | 'path'>) {
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
