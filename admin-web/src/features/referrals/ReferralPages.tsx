import { SubNavigation } from '@/ui/page/SubNavigation'

const PAGES = [
  ['/referrals', 'Rangliste'],
  ['/referrals/codes', 'Codes'],
  ['/referrals/uses', 'Verwendungen'],
] as const

export const ReferralPages = () => <SubNavigation label="Empfehlungen" pages={PAGES} />
