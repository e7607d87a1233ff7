/** How long a page counts as attended after the last key, click or scroll, in milliseconds. */
const ATTENDED_FOR = 60_000

let lastInput = Date.now()
for (const event of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(event, () => (lastInput = Date.now()), { capture: true, passive: true })

/**
 * Whether the user is at the page. A GET without is marked, because background refreshes must not keep
 * the session of an unattended console alive.
 */
export const isAttended = (): boolean => Date.now() - lastInput <= ATTENDED_FOR
