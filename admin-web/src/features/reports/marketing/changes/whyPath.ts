import { type Parameters, sharedQuery } from '@/features/reports/frame/parameters/parameters'

/** The page that explains the difference between the same two periods, under the same filters. */
export function whyPath(parameters: Parameters, field?: string): string {
  const own = field && field !== 'channel_group' ? `field=${field}` : ''
  return `/reports/changes?${[own, sharedQuery(parameters)].filter(Boolean).join('&')}`
}
