import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatLongDay } from '@/lib/format'
import { SearchBox } from './SearchBox'

interface PageProps {
  title: string
  /** Above the heading; by default today's date. */
  overline?: ReactNode
  /** Buttons beside the search. */
  actions?: ReactNode
  isSearchHidden?: boolean
  children?: ReactNode
}

/** One page of the console: the line above, the one h1, search and actions, then the content. */
export function Page({ title, overline, actions, isSearchHidden = false, children }: PageProps) {
  return (
    <>
      <header className="page-head">
        <div>
          <p>{overline ?? formatLongDay(new Date())}</p>
          <PageTitle title={title} />
        </div>
        {actions}
        {!isSearchHidden && <SearchBox />}
      </header>
      {children}
    </>
  )
}

let isFirstPage = true

/** The heading, which is the document's title too and takes the focus after a navigation. */
export function PageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} | Voltigo Konsole`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1}>
      {title}
    </Typography>
  )
}
