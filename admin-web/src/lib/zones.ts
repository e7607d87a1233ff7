/** The zone of the product, in which everything is shown that has none of its own. */
export const BERLIN_ZONE = 'Europe/Berlin'

/** „America/New_York“ → „New York“. */
export const zoneName = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
