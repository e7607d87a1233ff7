import { UTM_FIELDS, type UtmField } from '@/lib/utm'
import type { AddressParts } from '../useAddress'

/** What a link is made of, as it stands in the fields. */
export type Parts = Record<UtmField | 'path' | 'referral_code', string>

export const EMPTY: Parts = {
  path: '/',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  referral_code: '',
}

/** The parts that say something, for the server. */
export function withoutEmpty(parts: Parts): AddressParts {
  const filled = [...UTM_FIELDS, 'referral_code' as const].filter((name) => parts[name].trim())
  return { path: parts.path, ...Object.fromEntries(filled.map((name) => [name, parts[name]])) }
}
