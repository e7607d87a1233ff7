import type { Schemas } from '@/api/operations'

export type CodeKind = Schemas['CodeKind']

/** A code with which a household recommends us. Households are pseudonyms, for admins with their reservation. */
export type ReferralCode = Schemas['ReferralCodeOut']

export const KINDS: Record<CodeKind, string> = { household: 'Haushalt', partner: 'Partner' }
export const KIND_CHOICES = Object.entries(KINDS) as [CodeKind, string][]
