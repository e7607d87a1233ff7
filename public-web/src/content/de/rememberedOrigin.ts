const longDate = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' })

/** What the privacy notice shows of the origin that this device remembers. */
export const rememberedOriginText = {
  noScript: 'Ohne JavaScript wird auf diesem Gerät nichts gemerkt.',
  nothing: 'Auf diesem Gerät ist zurzeit nichts gemerkt.',
  intro: 'Auf diesem Gerät ist gemerkt:',
  /** @param values what the link said, without what it left open */
  entry: (at: string, values: readonly string[], landing: string) =>
    `**${longDate.format(new Date(at))}:** ${values.join(', ')}, erste Seite ${landing}`,
  forget: 'Gemerkte Herkunft löschen',
  forgotten: 'Gelöscht. Auf diesem Gerät ist nichts mehr gemerkt.',
} as const
