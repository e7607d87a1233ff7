/**
 * Runs a task once no mouse button or finger is down. A message that appears between press and
 * release moves what stands below it, and the release then misses the button it was meant for.
 */
export function afterPress(task: () => void): void {
  if (!document.querySelector(':active')) task()
  else window.addEventListener('mouseup', () => setTimeout(task), { once: true })
}
