/** A version of a legal text: its name and the day since which it holds. */
interface LegalVersion {
  version: string
  date: string
}

/**
 * The version of each legal text. An editor who changes a text gives it a new version here; the test then
 * puts its full wording beside the consent texts of the server, so that years later it can be shown
 * what a household read. Terms and privacy notice have the version that is recorded with a consent.
 */
export const legalVersions = {
  terms: { version: '2026-11-28', date: '28. November 2026' },
  privacy: { version: '2026-12-01', date: '1. Dezember 2026' },
  imprint: { version: '2026-11-22', date: '22. November 2026' },
  accessibility: { version: '2026-11', date: '21. November 2026' },
} satisfies Record<string, LegalVersion>

export type LegalText = keyof typeof legalVersions

/** The line below the heading of a legal text. */
export function versionLine(text: LegalText): string {
  const { version, date } = legalVersions[text]
  return `Fassung ${version}, Stand ${date}`
}

/** Names the list of contents beside a long text. */
export const contentsLabel = 'Inhalt'
