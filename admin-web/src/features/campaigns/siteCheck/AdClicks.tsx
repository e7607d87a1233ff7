import { counted, formatNumber, formatShare } from '@/lib/format'
import type { ClickedPlatform } from './check'

/** How many clicks on paid ads named no campaign: the click id tells the platform, only tags tell more. */
export function AdClicks({ rows }: { rows: ClickedPlatform[] | undefined }) {
  if (!rows) return <p className="muted flush">Wird geladen</p>
  return <p className={rows.length === 0 ? 'muted flush' : 'flush'}>{adClickWords(rows)}</p>
}

const PLATFORM_NAMES: Record<string, string> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
}

export function adClickWords(rows: readonly ClickedPlatform[]): string {
  const clicks = rows.reduce((all, row) => all + row.clicks, 0)
  const untagged = rows.filter((row) => row.untagged > 0)
  const missing = untagged.reduce((all, row) => all + row.untagged, 0)
  if (clicks === 0)
    return 'In diesem Zeitraum kam kein Besuch mit der Klick-Kennung einer bezahlten Anzeige.'
  if (missing === 0)
    return `${counted(clicks, 'Ein Klick', 'Klicks')} auf bezahlte Anzeigen, alle mit UTM-Werten im Link.`
  const places = untagged
    .map(
      (row) =>
        `${PLATFORM_NAMES[row.clicked_ad] ?? row.clicked_ad} ${formatNumber(row.untagged)} von ${formatNumber(row.clicks)}`,
    )
    .join(', ')
  return `${formatShare(missing / clicks)} der Klicks auf bezahlte Anzeigen kamen ohne UTM-Werte: ${places}. Wir wissen dann, auf welcher Plattform die Anzeige stand, aber nicht, zu welcher Kampagne sie gehört. Tragen Sie dort in den Einstellungen der Anzeigen die UTM-Werte der Kampagne ein.`
}
