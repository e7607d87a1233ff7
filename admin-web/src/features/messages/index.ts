import { lazy } from 'react'

/** Messages are a chunk of their own: the inbox, one conversation, a new message, the templates of answers. */
export const Messages = lazy(() => import('./MessageRoutes'))
