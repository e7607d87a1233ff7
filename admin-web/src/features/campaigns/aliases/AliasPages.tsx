import { SubNavigation } from '@/ui/page/SubNavigation'

const PAGES = [
  ['/aliases', 'Gesehene Werte'],
  ['/aliases/assigned', 'Zuordnungen'],
  ['/aliases/combinations', 'Quelle, Medium, Kampagne'],
  ['/aliases/groups', 'Kanalgruppen'],
] as const

export const AliasPages = () => <SubNavigation label="Schreibweisen" pages={PAGES} />
