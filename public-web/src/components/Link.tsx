import { type LinkProps, Link as RouterLink } from 'react-router-dom'
import { isLive } from '@/lib/paths'

/** A link within the site. Only between pages that React has taken over does the router change the page. */
export const Link = ({ to, ...props }: LinkProps & { to: string }) => (
  <RouterLink to={to} reloadDocument={!isLive(to)} {...props} />
)
