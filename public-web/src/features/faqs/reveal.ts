/** Opens the question with this id and brings it into view; an unknown id does nothing. */
export function reveal(id: string): void {
  const question = document.getElementById(id)?.closest('details')
  if (!question) return
  question.open = true
  question.scrollIntoView()
}

/** The id of the question that is open. The page is asked, as it may have opened before hydration. */
export function openQuestion(): string | null {
  return document.querySelector('details[name][open] > [id]')?.id ?? null
}

/**
 * Closes the other questions of the group, where a browser does not know `name` on `details` and
 * leaves them open.
 */
export function closeOthers(question: HTMLDetailsElement): void {
  for (const other of document.querySelectorAll<HTMLDetailsElement>('details[name][open]')) {
    if (other !== question && other.getAttribute('name') === question.getAttribute('name'))
      other.open = false
  }
}
