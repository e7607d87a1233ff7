export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type UtmField = (typeof UTM_FIELDS)[number]

/** How people call the fields, and what belongs there. */
export const UTM_WORDS: Record<UtmField, { label: string; hint: string }> = {
  utm_source: { label: 'Quelle', hint: 'Wo der Link steht, etwa newsletter oder stadtwerke.' },
  utm_medium: { label: 'Medium', hint: 'Die Art des Wegs, etwa email, print oder social.' },
  utm_campaign: { label: 'Kampagne', hint: 'Der Anlass, etwa herbst-2026.' },
  utm_term: { label: 'Begriff', hint: 'Das Suchwort einer Anzeige; sonst leer lassen.' },
  utm_content: { label: 'Inhalt', hint: 'Unterscheidet zwei Links derselben Kampagne.' },
}
