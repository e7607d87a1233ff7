import type { TableCellBaseProps } from '@mui/material/TableCell'
import type { PointerEvent } from 'react'
import { useResourceContext, useStore } from 'react-admin'
import { useSession } from '@/session/session'
import { useIsNarrow } from '@/ui/list/useIsNarrow'

const AUTOMATIC: Readonly<Record<string, number>> = {}
const LEAST = 48
const MOST = 960

/**
 * The widths in px that this person gave to columns of this list, remembered in this browser; neither react-admin nor
 * MUI knows any. A phone leaves them out. `put` without a width lets the contents decide again.
 */
export function useColumnWidths() {
  const resource = useResourceContext()
  const person = useSession()?.account.id ?? 0
  const isNarrow = useIsNarrow()
  const [widths, setWidths] = useStore(`${resource}.widths.${person}`, AUTOMATIC)
  const put = (source: string, wanted?: number) => {
    const { [source]: _, ...others } = widths
    const width = wanted && Math.round(Math.min(Math.max(wanted, LEAST), MOST))
    setWidths(width ? { ...others, [source]: width } : others)
  }
  return { widths: isNarrow ? AUTOMATIC : widths, put, reset: () => setWidths(AUTOMATIC) }
}

/** How wide the column is drawn now. */
export const drawnWidth = (source: string): number =>
  document.querySelector<HTMLElement>(`th[data-column="${source}"]`)?.offsetWidth ?? LEAST

/** What a head of a set width carries; `of-width` makes the cells below follow it. */
export const headOfWidth = (width: number | undefined) =>
  width === undefined ? {} : { style: { width, minWidth: width, maxWidth: width } }

/** A head with an edge for the pointer. Keys have the choice of columns, which spares a stop at every head. */
export function HeadWithEdge(props: TableCellBaseProps & { 'data-column'?: string }) {
  const { children, ...head } = props
  const { put } = useColumnWidths()
  const source = head['data-column'] ?? ''
  const follow = ({ currentTarget: edge, pointerId, clientX }: PointerEvent) => {
    const left = edge.parentElement?.getBoundingClientRect().left ?? 0
    if (edge.hasPointerCapture(pointerId)) put(source, clientX - left)
  }
  return (
    <th {...head}>
      {children}
      <span
        className="column-edge"
        aria-hidden="true"
        title="Breite ziehen; ein Doppelklick richtet sie nach dem Inhalt"
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={follow}
        onDoubleClick={() => put(source)}
      />
    </th>
  )
}
