import { lazy } from 'react'

/** All reports are a chunk of their own, each page of them another. */
export const Reports = lazy(() => import('./ReportRoutes'))
