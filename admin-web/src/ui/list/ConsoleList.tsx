import type { ReactNode } from 'react'
import { ListBase, type SortPayload } from 'react-admin'
import type { RecordOf, Resource } from '@/api/dataProvider'
import { NEWS_EVERY } from '@/api/news'
import { Page } from '@/ui/page/Page'
import { ConsoleDatagrid, type ConsoleDatagridProps } from './ConsoleDatagrid'
import { Pager } from './Pager'

interface ConsoleListProps<R extends Resource> extends ConsoleDatagridProps<RecordOf<R>> {
  /** What it lists, which says what its rows hold. */
  resource: R
  /** The page's heading. */
  title: string
  sort: SortPayload
  perPage?: number
  /** Always applied and not shown in the address, such as a park. */
  filter?: Record<string, unknown>
  /** Filters and saved views above the table; they use `useListContext`. */
  filters?: ReactNode
  /** Looks for news by itself; a list whose rows come and go without anybody here. */
  isLive?: boolean
  /** Buttons beside the heading, such as an export. */
  actions?: ReactNode
}

/**
 * A whole list page: heading, filters, table, pages. Page, sort and filters stand in the address, so
 * a view can be sent to a colleague. Shows the old rows while the next ones load.
 */
export function ConsoleList<R extends Resource>(props: ConsoleListProps<R>) {
  const { resource, title, sort, perPage = 25, filter, filters, actions, isLive, ...table } = props
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      {...(filter && { filter })}
      {...(isLive && { queryOptions: { refetchInterval: NEWS_EVERY } })}
      disableSyncWithLocation={false}
    >
      <Page title={title} actions={actions}>
        {filters && <div className="tools">{filters}</div>}
        <section className="sheet" aria-label={title}>
          <ConsoleDatagrid {...table} />
          <Pager />
        </section>
      </Page>
    </ListBase>
  )
}
