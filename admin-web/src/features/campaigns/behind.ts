import type { Period } from './usePeriod'

type Filters = Readonly<Record<string, readonly string[]>>

/** The page with the reservations behind a number: a period, and the origin they are counted by. */
export const behindPath = (period: Period, filters: Filters): string =>
  `/reports/reservations?${reportQuery(period, filters)}`

/** The breakdown by source of what a number of visits consists of. */
export const breakdownPath = (period: Period, filters: Filters): string =>
  `/reports/breakdown?${reportQuery(period, filters)}`

function reportQuery({ from, to }: Period, filters: Filters): string {
  const query = new URLSearchParams({ from, to })
  for (const [field, values] of Object.entries(filters))
    for (const value of values) query.append(`only_${field}`, value)
  return query.toString()
}

/** The filters that leave exactly the visits of a campaign. */
export const campaignFilters = (campaign: {
  utm_source: string
  utm_medium: string
  utm_campaign: string
}): Filters => ({
  utm_source: [campaign.utm_source],
  utm_medium: [campaign.utm_medium],
  utm_campaign: [campaign.utm_campaign],
})
