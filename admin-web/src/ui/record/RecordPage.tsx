import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CreateLink } from '@/ui/page/CreateLink'
import { Icon } from '@/ui/page/Icon'
import { LiveCell } from '@/ui/page/LiveCell'
import { PageTitle } from '@/ui/page/Page'
import { SearchBox } from '@/ui/page/SearchBox'
import './record.css'

interface RecordPageProps {
  /** The list it is in. */
  list: { to: string; label: string }
  neighbours?: NeighboursProps | undefined
  /** A `RecordHead`; it stays while the page scrolls. */
  head: ReactNode
  /** Bands between the head and the rest. */
  notices?: ReactNode
  /** The facts, beside what happened. */
  side?: ReactNode
  children: ReactNode
}

/** One record: the way back, whom or what it is about, what happened and, beside that, its facts. */
export function RecordPage({ list, neighbours, head, notices, side, children }: RecordPageProps) {
  return (
    <div className="record-page">
      <header className="top-bar">
        <p className="way-back">
          <Link to={list.to}>{list.label}</Link>
        </p>
        {neighbours?.words && <Neighbours {...neighbours} />}
        <LiveCell />
        <SearchBox />
        <CreateLink />
      </header>
      {head}
      {notices}
      <div className="record">
        <div className="record-main">{children}</div>
        {side && (
          <aside className="record-side" aria-label="Angaben">
            {side}
          </aside>
        )}
      </div>
    </div>
  )
}

interface NeighboursProps {
  /** „3 von 25 der letzten Liste“; nothing is offered without. */
  words: string
  /** „Reservierung“, for readers: „Vorherige Reservierung“. */
  what: string
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** To the previous and the next record by button or `k` and `j`. */
function Neighbours({ words, what, onPrevious, onNext }: NeighboursProps) {
  useShortcut('k', () => onPrevious?.())
  useShortcut('j', () => onNext?.())
  return (
    <nav className="record-neighbours" aria-label="In der Liste">
      <span className="muted tiny">{words}</span>
      <IconButton aria-label={`Vorherige ${what}`} disabled={!onPrevious} onClick={onPrevious}>
        <Icon name="back" />
      </IconButton>
      <IconButton aria-label={`Nächste ${what}`} disabled={!onNext} onClick={onNext}>
        <Icon name="forward" />
      </IconButton>
    </nav>
  )
}

interface RecordHeadProps {
  title: string
  /** Under the title: what it is part of. */
  line: ReactNode
  /** Before the title. */
  cell?: ReactNode
  /** Behind it: where it stands. */
  state?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  /** Whether there is a record yet, whose summary this is. */
  isThere?: boolean
  /** A second row, such as how a household is reached. */
  children?: ReactNode
}

/** Whom or what it is about, where it stands, and what can be done. */
export function RecordHead(props: RecordHeadProps) {
  const { title, line, cell, state, actions, isThere = true, children } = props
  return (
    <section className="record-head" aria-label={isThere ? 'Auf einen Blick' : undefined}>
      <div className="record-who">
        {cell}
        <div className="record-name">
          <PageTitle title={title} />
          <p className="muted">{line}</p>
        </div>
        {state}
        {actions && <div className="record-does">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
