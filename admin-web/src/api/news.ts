/**
 * How often a page looks for news by itself, in milliseconds. The query client does so only while the
 * page is visible, and at once when the user comes back to it.
 */
export const NEWS_EVERY = 60_000
