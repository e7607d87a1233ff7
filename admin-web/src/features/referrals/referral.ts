import type { Schemas } from '@/api/operations'

export type CodeKind = Schemas['CodeKind']

/** Rows without a number of their own are known by their place in the list. */
interface Placed {
  id: number | string
}

/** A code somebody recommends with. Households are pseudonyms, for admins with their reservation. */
export type ReferralCode = Schemas['ReferralCodeOut']

export type Leader = Schemas['LeaderOut'] & Placed

export type ReferralUse = Schemas['ReferralUseOut'] & Placed

export const KINDS: Record<CodeKind, string> = { household: 'Haushalt', partner: 'Partner' }
export const KIND_CHOICES = Object.entries(KINDS) as [CodeKind, string][]
