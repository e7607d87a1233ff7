const longDate = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' })

/** What the privacy notice shows of the origin that this device remembers. */
export const rememberedOriginText = {
  noScript: 'Ohne JavaScript wird auf diesem Gerät nichts gemerkt.',
  nothing: 'Auf diesem Gerät ist zurzeit nichts gemerkt.',
  intro: 'Auf diesem Gerät ist gemerkt:',
  /** @param values what the link said, without what it left open */
  entry: (at: string, values: readonly string[], landing: string) =>
    `**${longDate.format(new Date(at))}:** ${values.join(', ')}, erste Seite ${landing}`,
  clickedAd: {
    google: 'Klick auf eine Anzeige bei Google',
    microsoft: 'Klick auf eine Anzeige bei Microsoft',
    meta: 'Klick bei Facebook oder Instagram',
    tiktok: 'Klick auf eine Anzeige bei TikTok',
    linkedin: 'Klick auf eine Anzeige bei LinkedIn',
    pinterest: 'Klick auf eine Anzeige bei Pinterest',
    none: '',
  },
  forget: 'Gemerkte Herkunft löschen',
  forgotten: 'Gelöscht. Auf diesem Gerät ist nichts mehr gemerkt.',
} as const
