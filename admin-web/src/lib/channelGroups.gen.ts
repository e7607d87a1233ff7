// Written by `make types` from analytics/channel_groups.toml.
export const CHANNEL_GROUPS = {
  search_paid: 'Suche, bezahlt',
  search: 'Suche, unbezahlt',
  social_paid: 'Soziale Netze, bezahlt',
  social: 'Soziale Netze, unbezahlt',
  email: 'E-Mail',
  partner: 'Partner und Presse',
  print_qr: 'Druck und QR',
  messenger: 'Messenger',
  ai: 'KI-Assistenten',
  offline: 'Telefon, Post und vor Ort',
  code: 'Empfehlungscode',
  other_site: 'Andere Seite',
  unassigned: 'Kampagne, nicht zugeordnet',
  direct_home: 'Direkt, Startseite',
  direct_deep: 'Direkt, tiefe Seite',
  direct_unknown: 'Direkt, Seite unbekannt',
} as const
