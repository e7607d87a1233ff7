import Typography from '@mui/material/Typography'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { formatLongDay } from '@/lib/format'
import { CreateLink } from './CreateLink'
import { LiveCell } from './LiveCell'
import { PageTabs, TabGroupContext, useTabGroup } from './PageTabs'
import { SearchBox } from './SearchBox'
import { SubNavigation } from './SubNavigation'

interface PageProps {
  title: string
  /** The way back to the page this one was opened from. It stands where the tabs are otherwise. */
  overline?: ReactNode
  /** Buttons beside the search. */
  actions?: ReactNode
  /** Only where the search itself may be what has failed. */
  isSearchHidden?: boolean
  /** The content reaches from edge to edge and brings its own spacing, as lists do. */
  isFlush?: boolean
  children?: ReactNode
}

/** One page of the console: the bar with its heading, tabs, actions and search, then the content. */
export function Page(props: PageProps) {
  const { title, overline, actions, isSearchHidden = false, isFlush = false, children } = props
  const group = useContext(TabGroupContext)
  return (
    <>
      <header className="top-bar">
        <BarTitle title={title} overline={overline} />
        <LiveCell />
        {actions && <div className="bar-actions">{actions}</div>}
        {!isSearchHidden && <SearchBox />}
        <CreateLink />
      </header>
      {!overline && group?.row && <SubNavigation {...group.row} />}
      {isFlush ? children : <div className="page-body">{children}</div>}
    </>
  )
}

/**
 * On a page with tabs the bar names the group, in the same place on all of them, and the current tab
 * names the page; its heading is then for readers and for paper.
 */
function BarTitle({ title, overline }: Pick<PageProps, 'title' | 'overline'>) {
  const { pathname } = useLocation()
  const group = useTabGroup()
  if (overline)
    return (
      <div className="bar-title with-way-back">
        <p className="way-back">{overline}</p>
        <PageTitle title={title} />
      </div>
    )
  const isNamedByTab = group !== null && group.label !== title
  return (
    <>
      <div className="bar-title">
        {isNamedByTab && (
          <p className="bar-group" aria-hidden="true">
            {group.label}
          </p>
        )}
        <PageTitle title={title} isNamedByTab={isNamedByTab} />
        {pathname === '/' && <p className="muted">{formatLongDay(new Date())}</p>}
      </div>
      {group && <PageTabs group={group} />}
    </>
  )
}

let titledPath: string | undefined

/**
 * The heading, which is the document's title too and takes the focus after a navigation. One that takes the place of
 * another on the same page, as when a record is read, takes it only where nothing else has it, such as an open menu.
 */
export function PageTitle({ title, isNamedByTab }: { title: string; isNamedByTab?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} | Voltigo Konsole`
  }, [title])
  useEffect(() => {
    const { pathname } = window.location
    const isFirstPage = titledPath === undefined
    const isFree = titledPath !== pathname || document.activeElement === document.body
    if (!isFirstPage && isFree) heading.current?.focus({ preventScroll: true })
    titledPath = pathname
  }, [])
  return (
    <Typography
      variant="h1"
      ref={heading}
      tabIndex={-1}
      className={isNamedByTab ? 'named-by-tab' : undefined}
    >
      {title}
    </Typography>
  )
}
