import { Children, Fragment, type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { ListBase, type RaRecord, type SortPayload, useListContext } from 'react-admin'
import type { RecordOf, Resource } from '@/api/dataProvider'
import { useLiveState } from '@/api/live/live'
import { NEWS_EVERY } from '@/api/news'
import { formatMoment } from '@/lib/format'
import { useSession } from '@/session/session'
import { rangeWords } from '@/ui/list/HistoryPager'
import { LiveRowsContext } from '@/ui/list/live/changedRows'
import { useLiveRows } from '@/ui/list/live/useLiveRows'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { Icon } from '@/ui/page/Icon'
import { Page } from '@/ui/page/Page'
import type { ColumnProps } from './Column'
import { ColumnChooser } from './ColumnChooser'
import { Foot } from './Foot'
import type { Filter } from './filters'
import { Strip, useDensity } from './Strip'
import { Table, type TableProps } from './Table'
import '@/ui/list/list.css'
import './table.css'

interface ListPageProps<R extends Resource> extends TableProps<RecordOf<R>> {
  /** What it lists, which says what its rows hold. */
  resource: R
  /** The page's heading. */
  title: string
  sort: SortPayload
  perPage?: number
  /** Its columns: `ListColumn`s, or a fragment of them. */
  children: ReactNode
  filters: Filter[]
  /** Before the filters, such as saved views or pages beside this one. It may use `useListContext`. */
  lead?: ReactNode
  /** Between the tools and the table, such as a sum of each park. */
  above?: ReactNode
  /** How many rows there are, where the foot does not say so. */
  count?: ReactNode
  /** Looks for news by itself; a list whose rows come and go without anybody here. */
  isLive?: boolean
  /** What the audit log calls its rows: they are kept up to date where they stand, and new ones wait above. */
  topic?: string
  /** Buttons at the end of the tools, such as an export. */
  actions?: ReactNode
  /** Buttons for the selected rows; they use `useListContext().selectedIds`. */
  bulkActions?: ReactNode
}

/**
 * A whole list page: heading, tools, table, pages. Page, sort and filters stand in the address, so
 * a view can be sent to a colleague. Shows the old rows while the next ones load.
 */
export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  const { resource, title, sort, perPage = 25, isLive, topic } = props
  // Rows that are told of changes one by one need not be read again, which would move them.
  const isTold = useLiveState() === 'live' && topic !== undefined
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      {...(isLive && !isTold && { queryOptions: { refetchInterval: NEWS_EVERY } })}
      disableSyncWithLocation={false}
    >
      <Page title={title} isFlush>
        <ListParts {...props} />
      </Page>
    </ListBase>
  )
}

function ListParts<R extends Resource>(props: ListPageProps<R>) {
  const { title, children, lead, above, count, actions, bulkActions, filters, ...table } = props
  const [isChoosing, setChoosing] = useState(false)
  const live = useLiveRows(props.topic)
  const [density] = useDensity()
  const isNarrow = useIsNarrow()
  const columns = useMemo(() => propsOf<RecordOf<R>>(children), [children])
  const chooser = columns.some(({ isFixed }) => !isFixed) && (
    <ColumnsButton isOpen={isChoosing} onClick={() => setChoosing(!isChoosing)} />
  )
  return (
    <LiveRowsContext value={live}>
      <section className="list" aria-label={title} data-density={density}>
        <Strip {...{ filters, lead, count, actions }} columns={chooser} />
        {above && <div className="list-above">{above}</div>}
        <PrintHead />
        <div className="list-body">
          <Table
            {...table}
            columns={columns}
            isSelectable={bulkActions !== undefined}
            narrow={isNarrow ? table.narrow : undefined}
          />
          {isChoosing && !isNarrow && (
            <ColumnChooser columns={columns} onClose={() => setChoosing(false)} />
          )}
        </div>
        <Foot bulkActions={bulkActions} canOpen={table.rowPath !== undefined} />
      </section>
    </LiveRowsContext>
  )
}

/** Of a fragment its parts: a page names its columns once, outside of what draws it. */
const propsOf = <T extends RaRecord>(columns: ReactNode): ColumnProps<T>[] =>
  Children.toArray(columns).flatMap((one) => {
    const { type, props } = one as ReactElement<ColumnProps<T> & { children?: ReactNode }>
    return type === Fragment ? propsOf<T>(props.children) : [props]
  })

function ColumnsButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <button type="button" className="tool only-wide" aria-expanded={isOpen} onClick={onClick}>
      <Icon name="columns" size={16} />
      Spalten
    </button>
  )
}

/** On paper only, below the filters: which rows these are, who printed them and when. */
function PrintHead() {
  const { data, page, perPage, total, hasNextPage, filterValues } = useListContext()
  const name = useSession()?.account.name
  const first = (page - 1) * perPage + 1
  const last = first + (data?.length ?? 0) - 1
  const range = data?.length ? `${rangeWords(first, last, total, hasNextPage === true)}. ` : ''
  return (
    <p className="print-head only-paper">
      {Object.keys(filterValues ?? {}).length === 0 && 'Ohne Filter. '}
      {range}Gedruckt von {name} am {formatMoment(new Date())}.
    </p>
  )
}
