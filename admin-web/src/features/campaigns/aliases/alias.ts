import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { UTM_FIELDS, UTM_WORDS, type UtmField } from '@/lib/utm'

/** `raw` means `canonical`, in everything that was and that comes. */
export type Alias = Schemas['AliasOut']

/** A spelling as links had it, and what it counts as now. */
export type SeenValue = Schemas['TagValueOut']

/** Why two values probably mean the same. */
export const REASONS: Record<NonNullable<SeenValue['proposal']>['reason'], string> = {
  separators: 'nur anders getrennt oder mit Umlaut',
  synonym: 'bekannter anderer Name',
  number: 'Nummer der Kampagne in einer Kostendatei',
  typo: 'vermutlich ein Tippfehler',
}

/** „Facebook 5.167, facebook 14.393“; empty where links had the value just as it is shown. */
export function spellingWords({ raw, spellings }: SeenValue): string {
  const isPlain = spellings.every(({ spelling }) => spelling === raw)
  if (isPlain) return ''
  return spellings
    .map(({ spelling, arrivals }) => `„${spelling}“ ${formatNumber(arrivals)}`)
    .join(', ')
}

export type CampaignShare = Schemas['CampaignReachOut']

/** What an alias would change, before it does. */
export type AliasPreview = Schemas['AliasPreviewOut']

export type NewAlias = Schemas['AliasIn']

export const FIELD_CHOICES: readonly (readonly [UtmField, string])[] = UTM_FIELDS.map(
  (field) => [field, UTM_WORDS[field].label] as const,
)

/** The document does not say that the field of an alias is one of these. */
export const fieldName = (field: string): string =>
  FIELD_CHOICES.find(([name]) => name === field)?.[1] ?? field

/** One campaign that gains or loses. */
export interface Shift {
  id: number
  name: string
  before: CampaignShare
  after: CampaignShare
}

/** The campaigns whose figures would change; both lists hold the same ones in the same order. */
export function shifts({ campaigns_before, campaigns_after }: AliasPreview): Shift[] {
  return campaigns_before.flatMap((before, index) => {
    const after = campaigns_after[index]
    const isSame =
      !after || (before.sessions === after.sessions && before.reservations === after.reservations)
    return isSame ? [] : [{ id: before.campaign_id, name: before.name, before, after }]
  })
}
