/**
 * Of the questions one is open at a time. The browser sees to that by the name they share, and opens the one that a
 * link points into; here is done what older ones lack.
 */
export function followQuestions(): void {
  const follow = () => reveal(window.location.hash.slice(1))
  document.addEventListener('toggle', ({ target }) => toggled(target as HTMLDetailsElement), true)
  window.addEventListener('hashchange', follow)
  follow()
}

function toggled(question: HTMLDetailsElement): void {
  if (!question.matches('.faq[open]')) return
  for (const other of document.querySelectorAll<HTMLDetailsElement>('.faq[open]'))
    if (other !== question) other.open = false
  // A long answer above that closed may have pulled the question out of view.
  if (question.getBoundingClientRect().top < 0) question.scrollIntoView()
}

/** Opens the question with this id and brings it into view; an unknown id does nothing. */
function reveal(id: string): void {
  const question = document.getElementById(id)?.closest<HTMLDetailsElement>('.faq')
  if (!question) return
  question.open = true
  question.scrollIntoView()
}
