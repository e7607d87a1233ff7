import { createContext, useContext, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

/** The pages beside the one that is shown, as the navigation knows them. */
export interface TabGroup {
  label: string
  tabs: readonly {
    label: string
    path: string
    isCurrent: boolean
  }[]
  /** The pages of the current tab, path and label, and which of them is shown; where there are several. */
  row?: {
    label: string
    pages: readonly (readonly [path: string, label: string])[]
    current: string
  }
}

/** Given by the frame, which knows the navigation and the role; without it a page stands alone. */
export const TabGroupContext = createContext<TabGroup | null>(null)

/** The group of the shown page, unless it is the only one in it. */
export function useTabGroup(): TabGroup | null {
  const group = useContext(TabGroupContext)
  return group && group.tabs.length > 1 ? group : null
}

/** The pages of one entry of the navigation, in the bar above each of them. */
export function PageTabs({ group }: { group: TabGroup }) {
  const current = useRef<HTMLAnchorElement>(null)
  const path = group.tabs.find(({ isCurrent }) => isCurrent)?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    // Beside the others it may lie beyond the edge of a narrow bar.
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav className="page-tabs" aria-label={group.label}>
      {group.tabs.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          ref={tab.isCurrent ? current : undefined}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
