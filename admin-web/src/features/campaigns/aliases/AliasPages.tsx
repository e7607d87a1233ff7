import { SubNavigation } from '@/ui/page/SubNavigation'

const PAGES = [
  ['/aliases', 'Gesehene Werte'],
  ['/aliases/assigned', 'Zuordnungen'],
] as const

export const AliasPages = () => <SubNavigation label="Schreibweisen" pages={PAGES} />
