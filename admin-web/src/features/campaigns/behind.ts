import type { CampaignDocument, ShortLink } from './campaign'
import type { Period } from './usePeriod'

export type Filters = Readonly<Record<string, readonly string[]>>

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

const pageOf = ({ target_path }: ShortLink): string => target_path.split(/[?#]/)[0] ?? '/'

/**
 * The filters that leave exactly what a short link brought. `null`: it leaves a value open by which other links to its
 * page tell themselves apart, so it has whatever is not theirs, and no filter says that.
 */
export function linkFilters(
  campaign: Pick<CampaignDocument, 'links' | 'utm_source' | 'utm_medium' | 'utm_campaign'>,
  link: ShortLink,
): Filters | null {
  const others = campaign.links.filter((one) => pageOf(one) === pageOf(link))
  const own: Record<string, readonly string[]> = {}
  for (const field of ['utm_term', 'utm_content'] as const)
    if (link[field] !== '') own[field] = [link[field]]
    else if (others.some((one) => one[field] !== '')) return null
  return { ...campaignFilters(campaign), ...own, landing_path: [pageOf(link)] }
}
