import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { presentAddress } from './movedAddresses'

/** Leads from an address a page had before to the one it has; mails and bookmarks go on working. */
export function PresentAddress({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const present = presentAddress({ pathname, search })
  if (present.pathname === pathname && present.search === search) return children
  return <Navigate to={{ ...present, hash }} replace />
}
