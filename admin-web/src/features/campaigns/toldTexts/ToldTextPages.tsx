import { SubNavigation } from '@/ui/page/SubNavigation'

const PAGES = [
  ['/told-texts', 'Warten'],
  ['/told-texts/mapped', 'Zugeordnet'],
] as const

export const ToldTextPages = () => <SubNavigation label="Eigene Worte" pages={PAGES} />
