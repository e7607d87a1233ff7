import { formatCell } from '../tables/kinds'
import type { Filters } from './parameters'

/** Where a visitor came from, as reports count it: by the tags, the site, or only the channel. */
export interface OriginRow {
  channel: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  referrer_host: string
}

/** „newsletter / email / post-aus-ingolstadt“, „duckduckgo.com“, „Direkt“. */
export function originName(row: OriginRow): string {
  if (row.channel === 'campaign')
    return [row.utm_source, row.utm_medium, row.utm_campaign].filter(Boolean).join(' / ')
  if (row.channel === 'referrer') return row.referrer_host
  return formatCell('channel', row.channel)
}

/** The filters that leave exactly this origin. */
export function originFilters(row: OriginRow): Filters {
  const { channel, utm_source, utm_medium, utm_campaign, referrer_host } = row
  const filters: Filters = { channel: [channel] }
  if (channel === 'campaign')
    return {
      ...filters,
      utm_source: [utm_source],
      utm_medium: [utm_medium],
      utm_campaign: [utm_campaign],
    }
  return channel === 'referrer' ? { ...filters, referrer_host: [referrer_host] } : filters
}

/** The same for lists: what a row is by its registered name, else by its tags. */
export const originTitle = (row: OriginRow & { name?: string | null }): string =>
  row.name || originName(row)
