import type { To } from 'react-router-dom'

/** A page beside others. */
export interface PageLink {
  key: string
  to: To
  label: string
  isCurrent: boolean
}
