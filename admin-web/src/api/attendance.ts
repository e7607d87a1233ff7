/** How long a page counts as attended after somebody's last touch of it, in milliseconds. */
const ATTENDED_FOR = 60_000

let lastTouched = Date.now()
for (const event of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(event, () => (lastTouched = Date.now()), { capture: true, passive: true })

/**
 * What a reading call says of itself when nobody has touched the page for a minute: looking for news
 * must not keep the session of an abandoned desk alive.
 */
export const attendance = (): Record<string, string> =>
  Date.now() - lastTouched > ATTENDED_FOR ? { 'Voltigo-Unattended': '1' } : {}
