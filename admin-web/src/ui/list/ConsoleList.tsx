import { type ReactNode, useState } from 'react'
import { ListBase, type SortPayload } from 'react-admin'
import type { RecordOf, Resource } from '@/api/dataProvider'
import { useLiveState } from '@/api/live/live'
import { NEWS_EVERY } from '@/api/news'
import { Page } from '@/ui/page/Page'
import { ConsoleDatagrid, type ConsoleDatagridProps } from './ConsoleDatagrid'
import type { Filter } from './filters/filter'
import { ListFoot } from './ListFoot'
import { ListStrip } from './ListStrip'
import { LiveRowsContext } from './live/changedRows'
import { useLiveRows } from './live/useLiveRows'
import { PrintHead } from './PrintHead'
import { useIsNarrow } from './rows/useIsNarrow'
import { ColumnChooser } from './tools/ColumnChooser'
import { useDensity } from './tools/useDensity'
import './list.css'

interface ConsoleListProps<R extends Resource> extends ConsoleDatagridProps<RecordOf<R>> {
  /** What it lists, which says what its rows hold. */
  resource: R
  /** The page's heading. */
  title: string
  sort: SortPayload
  perPage?: number
  /** Always applied and not shown in the address, such as a park. */
  filter?: Record<string, unknown>
  /** What the list can be narrowed down by. */
  filters?: readonly Filter[]
  /** Before the filters, such as saved views or pages beside this one. It may use `useListContext`. */
  lead?: ReactNode
  /** Between the tools and the table, such as a sum of each park. */
  above?: ReactNode
  /** How many rows there are; without it the pages below the table say so. */
  count?: ReactNode
  /** Looks for news by itself; a list whose rows come and go without anybody here. */
  isLive?: boolean
  /** What the audit log calls its rows: they are kept up to date where they stand, and new ones wait above. */
  topic?: string
  /** Buttons at the end of the tools, such as an export. */
  actions?: ReactNode
}

/**
 * A whole list page: heading, tools, table, pages. Page, sort and filters stand in the address, so
 * a view can be sent to a colleague. Shows the old rows while the next ones load.
 */
export function ConsoleList<R extends Resource>(props: ConsoleListProps<R>) {
  const { resource, title, sort, perPage = 25, filter, isLive, topic } = props
  // Rows that are told of changes one by one need not be read again, which would move them.
  const isTold = useLiveState() === 'live' && topic !== undefined
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      {...(filter && { filter })}
      {...(isLive && !isTold && { queryOptions: { refetchInterval: NEWS_EVERY } })}
      disableSyncWithLocation={false}
    >
      <Page title={title} isFlush>
        <ListParts {...props} />
      </Page>
    </ListBase>
  )
}

function ListParts<R extends Resource>(props: ConsoleListProps<R>) {
  const { title, filters = [], lead, above, count, actions, ...table } = props
  const { columns, rowLabel, rowPath, bulkActions, empty, narrow } = table
  const [isChoosing, setChoosing] = useState(false)
  const live = useLiveRows(props.topic)
  const { density } = useDensity()
  const isNarrow = useIsNarrow()
  return (
    <LiveRowsContext value={live}>
      <section className="list" aria-label={title} data-density={density}>
        <ListStrip
          {...{ columns, filters, lead, count, actions, isChoosing }}
          onChoosing={setChoosing}
        />
        {above && <div className="list-above">{above}</div>}
        <PrintHead filters={filters} />
        <div className="list-body">
          <ConsoleDatagrid
            {...{ columns, rowLabel, rowPath, bulkActions, empty }}
            narrow={isNarrow ? narrow : undefined}
          />
          {isChoosing && !isNarrow && (
            <ColumnChooser columns={columns} onClose={() => setChoosing(false)} />
          )}
        </div>
        <ListFoot
          bulkActions={bulkActions}
          canOpen={rowPath !== undefined}
          isCounted={count !== undefined}
        />
      </section>
    </LiveRowsContext>
  )
}
