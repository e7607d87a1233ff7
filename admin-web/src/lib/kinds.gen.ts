// Written by `make types` from analytics/kinds.toml.
export const MEASURE_KINDS = {
  count: { parts: 1, decimals: 0, isTrimmed: false, unit: '' },
  ppm: { parts: 1000000, decimals: 2, isTrimmed: true, unit: '' },
  share_ppm: { parts: 10000, decimals: 1, isTrimmed: false, unit: '%' },
  cents: { parts: 100, decimals: 2, isTrimmed: false, unit: '€' },
  cents_ppm: { parts: 100000000, decimals: 2, isTrimmed: false, unit: '€' },
  kwh: { parts: 1, decimals: 0, isTrimmed: false, unit: 'kWh' },
  kwh_ppm: { parts: 1000000, decimals: 2, isTrimmed: true, unit: 'kWh' },
  milli_ct: { parts: 1000, decimals: 3, isTrimmed: false, unit: 'ct' },
  tenths: { parts: 10, decimals: 1, isTrimmed: false, unit: '' },
} as const

// From analytics/channel_groups.toml.
export const CHANNEL_GROUPS = {
  search_paid: 'Suche, bezahlt',
  search: 'Suche, unbezahlt',
  social_paid: 'Soziale Netze, bezahlt',
  social: 'Soziale Netze, unbezahlt',
  video_paid: 'Video, bezahlt',
  video: 'Video, unbezahlt',
  display: 'Banner und Display',
  audio: 'Radio und Podcast',
  other_paid: 'Andere Anzeigen, bezahlt',
  email: 'E-Mail',
  partner: 'Partner und Presse',
  print_qr: 'Druck und QR',
  messenger: 'Messenger',
  push: 'Push-Nachrichten',
  ai: 'KI-Assistenten',
  offline: 'Telefon, Post und vor Ort',
  code: 'Empfehlungscode',
  other_site: 'Andere Seite',
  unassigned: 'Kampagne, nicht zugeordnet',
  direct_home: 'Direkt, Startseite',
  direct_deep: 'Direkt, tiefe Seite',
  direct_unknown: 'Direkt, Seite unbekannt',
} as const
