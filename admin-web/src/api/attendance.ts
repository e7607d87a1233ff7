/** How long a page counts as attended after the last key, click or scroll, in milliseconds. */
const ATTENDED_FOR = 60_000

let lastInput = Date.now()
for (const event of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(event, () => (lastInput = Date.now()), { capture: true, passive: true })

/**
 * The headers of a GET: it is marked once the page has had no input for a minute, because background
 * refreshes must not keep the session of an unattended console alive.
 */
export const attendance = (): Record<string, string> =>
  Date.now() - lastInput > ATTENDED_FOR ? { 'Voltigo-Unattended': '1' } : {}
