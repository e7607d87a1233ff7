import { Fragment, type ReactNode } from 'react'
import { Link } from '@/components/Link'
import { paths } from '@/lib/paths'
import { reserveLink, useParkState } from '@/lib/placesFree'
import { typeset } from '@/lib/typeset'

// **bold** or [label](target)
const MARKUP = /\*\*(.+?)\*\*|\[(.+?)\]\((.+?)\)/g

/**
 * A sentence of our own content with `**bold**` and `[label](target)`. Targets within the site
 * go through the router; one to the form of reservations follows the state of the park.
 */
export function RichText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(MARKUP)) {
    const [all, bold, label, target] = match
    parts.push(typeset(text.slice(end, match.index)))
    parts.push(bold ? <strong>{typeset(bold)}</strong> : anchor(label ?? '', target ?? ''))
    end = match.index + all.length
  }
  parts.push(typeset(text.slice(end)))
  // The parts of a fixed sentence never change places, so their index identifies them.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

function anchor(label: string, target: string): ReactNode {
  if (target === paths.reservation) return <ReserveAnchor label={label} />
  return target.startsWith('/') ? <Link to={target}>{label}</Link> : <a href={target}>{label}</a>
}

/** A link to the form of reservations, or to what there is instead. */
export function ReserveAnchor({ label }: { label: string }) {
  return <Link {...reserveLink(label, useParkState())} />
}
