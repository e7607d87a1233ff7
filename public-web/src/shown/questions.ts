/**
 * Of the questions one is open at a time. The browser sees to that by the name they share, and opens the one that a
 * link points into; here is done what older ones lack, and the plan beside them is marked.
 */
export function followQuestions(): void {
  const follow = () => {
    reveal(window.location.hash.slice(1))
    mark()
  }
  document.addEventListener('toggle', ({ target }) => toggled(target as HTMLDetailsElement), true)
  document.addEventListener('click', ({ target }) => {
    // The same address can be asked for again, which changes nothing in it.
    const link = (target as Element).closest('.plan a')
    if (link) reveal(link.getAttribute('href')?.slice(1) ?? '')
  })
  window.addEventListener('hashchange', follow)
  follow()
}

function toggled(question: HTMLDetailsElement): void {
  if (!question.matches('.faq')) return
  if (question.open) {
    for (const other of document.querySelectorAll<HTMLDetailsElement>('.faq[open]'))
      if (other !== question) other.open = false
    // A long answer above that closed may have pulled the question out of view.
    if (question.getBoundingClientRect().top < 0) question.scrollIntoView()
  }
  mark()
}

/** Opens the question with this id and brings it into view; an unknown id does nothing. */
function reveal(id: string): void {
  const question = document.getElementById(id)?.closest<HTMLDetailsElement>('.faq')
  if (!question) return
  question.open = true
  question.scrollIntoView()
}

/** The open question in the plan. */
function mark(): void {
  const id = document.querySelector('.faq[open] > [id]')?.id
  for (const link of document.querySelectorAll('.plan a')) {
    if (link.getAttribute('href') === `#${id}`) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
