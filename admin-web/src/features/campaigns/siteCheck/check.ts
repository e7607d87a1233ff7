import type { Schemas } from '@/api/operations'
import { UTM_WORDS } from '@/lib/utm'
import type { Campaign } from '../campaign'

/** Money nobody can see an effect of, and visits nobody paid for on purpose. */
export type CampaignAudit = Schemas['CampaignAuditOut']

export type SpentCampaign = Schemas['MoneyWithoutVisitsOut']

export type ClickedPlatform = Schemas['AdClicksOut']

export type UnregisteredTags = Schemas['UnregisteredOut']

/**
 * Which field of unregistered values is probably only spelt otherwise: the one that no registered
 * campaign has like that. Where all three occur, it is their combination that is new.
 */
export function oddField(
  tags: Pick<UnregisteredTags, TagField>,
  campaigns: readonly Pick<Campaign, TagField>[],
): TagField {
  const odd = TAG_FIELDS.find(
    (field) => tags[field] && !campaigns.some((campaign) => campaign[field] === tags[field]),
  )
  return odd ?? TAG_FIELDS.findLast((field) => tags[field]) ?? 'utm_source'
}

const TAG_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign'] as const
export type TagField = (typeof TAG_FIELDS)[number]

/** One walk over every route and short link. */
export type SelfCheck = Schemas['SelfCheckOut']

export type Finding = Schemas['FindingOut']

export type StoreStatus = Schemas['StoreOut']

export type Dataset = Schemas['DatasetOut']

const DATASETS: Record<string, string> = {
  visits: 'Besuche',
  touches: 'Herkunft der Reservierungen',
  visit_days: 'Tagessummen',
}

export const datasetName = (name: string): string => DATASETS[name] ?? name

const PARAMETERS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(UTM_WORDS).map(([name, { label }]) => [name, label])),
  referral_code: 'Empfehlungscode',
  ref: 'Empfehlungscode',
}

export const parameterName = (name: string): string =>
  name === '' ? 'die Seite selbst' : (PARAMETERS[name] ?? name)
